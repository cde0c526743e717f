package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.ColumnState;
import io.strandline.catalog.TableState;
import io.strandline.sqlkit.VirtualTable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every column of every table and view, nested fields by their full path. */
final class ColumnsTable {
    private ColumnsTable() {}

    private record Row(TableRow table, @Nullable ColumnState column) {}

    static VirtualTable<?> of(TableSource source) {
        return VirtualTable.<Row>named(
                        "columns",
                        "Columns of every table and view, nested fields by full path; one row with the error"
                                + " for a table that cannot be read.")
                .columns(CommonColumns.NAMES, Row::table)
                .column(
                        "column_path",
                        text().orNull(),
                        of(ColumnState::path),
                        "Names from the outermost column inwards, dotted, quoted where needed; element, key and value inside"
                                + " lists and maps.")
                .column("column_name", text().orNull(), of(ColumnState::name), "Last name of the path, unquoted.")
                .column(
                        "ordinal_position",
                        integer().orNull(),
                        of(ColumnState::ordinal),
                        "Place among its siblings, from 1.")
                .column("field_id", integer().orNull(), of(ColumnState::fieldId), "Id that a rename does not change.")
                .column(
                        "parent_id",
                        integer().orNull(),
                        of(ColumnState::parentId),
                        "Field id of the enclosing field; NULL at the top.")
                .column("sql_type", text().orNull(), of(ColumnState::sqlType), "Type as SQL names it.")
                .column(
                        "iceberg_type",
                        text().orNull(),
                        of(ColumnState::formatType),
                        "Type as the table format names it.")
                .column("is_nullable", bool().orNull(), of(ColumnState::nullable), "Whether it may hold NULL.")
                .column(
                        "initial_default",
                        text().orNull(),
                        of(ColumnState::initialDefault),
                        "What rows written before the column was added read as.")
                .column(
                        "write_default",
                        text().orNull(),
                        of(ColumnState::writeDefault),
                        "What a writer puts where no value is given.")
                .column("comment", text().orNull(), of(ColumnState::comment), "Comment of the column.")
                .columns(
                        CommonColumns.STATUS_AND_ERROR,
                        row -> new CommonColumns.StatusOf(row.table().failure()))
                .pushes(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE)
                .rows((wanted, call) -> source.loaded(wanted, call).flatMap(ColumnsTable::rows));
    }

    private static Stream<Row> rows(TableRow table) {
        TableState state = table.state();
        return state == null
                ? Stream.of(new Row(table, null))
                : state.columns().stream().map(column -> new Row(table, column));
    }

    private static Function<Row, @Nullable Object> of(Function<ColumnState, @Nullable Object> value) {
        return row -> row.column() == null ? null : value.apply(row.column());
    }
}
