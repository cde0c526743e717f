package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.ColumnState;
import io.strandline.catalog.TableState;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;

/** Every column of every table and view, nested fields by their full path. */
final class ColumnsTable {
    private ColumnsTable() {}

    static VirtualTable<?> of(TableSource source) {
        return PartRow.table(
                "columns",
                "Columns of every table and view, nested fields by full path",
                source,
                columns(),
                TableState::columns);
    }

    private static Columns<PartRow<ColumnState>> columns() {
        return Columns.<PartRow<ColumnState>>none()
                .column(
                        "column_path",
                        text().orNull(),
                        PartRow.of(ColumnState::path),
                        "Names from the outermost column inwards, dotted, quoted where needed; element, key and value inside"
                                + " lists and maps.")
                .column(
                        "column_name",
                        text().orNull(),
                        PartRow.of(ColumnState::name),
                        "Last name of the path, unquoted.")
                .column(
                        "ordinal_position",
                        integer().orNull(),
                        PartRow.of(ColumnState::ordinal),
                        "Place among its siblings, from 1.")
                .column(
                        "field_id",
                        integer().orNull(),
                        PartRow.of(ColumnState::fieldId),
                        "Id that a rename does not change.")
                .column(
                        "parent_id",
                        integer().orNull(),
                        PartRow.of(ColumnState::parentId),
                        "Field id of the enclosing field; NULL at the top.")
                .column("sql_type", text().orNull(), PartRow.of(ColumnState::sqlType), "Type as SQL names it.")
                .column(
                        "iceberg_type",
                        text().orNull(),
                        PartRow.of(ColumnState::formatType),
                        "Type as the table format names it.")
                .column("is_nullable", bool().orNull(), PartRow.of(ColumnState::nullable), "Whether it may hold NULL.")
                .column(
                        "initial_default",
                        text().orNull(),
                        PartRow.of(ColumnState::initialDefault),
                        "What rows written before the column was added read as.")
                .column(
                        "write_default",
                        text().orNull(),
                        PartRow.of(ColumnState::writeDefault),
                        "What a writer puts where no value is given.")
                .column("comment", text().orNull(), PartRow.of(ColumnState::comment), "Comment of the column.");
    }
}
