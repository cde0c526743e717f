package io.strandline.catalog.sql;

import io.strandline.catalog.LakeTable;
import io.strandline.catalog.LakeTypes;
import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.RowsWanted.Comparison;
import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableField;
import io.strandline.catalog.TableRows;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A table of the lake as SQL sees it: its own columns and rows. */
final class LakeRows {
    /** Kinds of columns all of whose comparisons save reading. */
    private static final Set<SqlType.Kind> COMPARED = EnumSet.of(
            SqlType.Kind.TEXT,
            SqlType.Kind.BOOLEAN,
            SqlType.Kind.INTEGER,
            SqlType.Kind.BIGINT,
            SqlType.Kind.DECIMAL,
            SqlType.Kind.TIMESTAMP,
            SqlType.Kind.LOCAL_TIMESTAMP,
            SqlType.Kind.TIME,
            SqlType.Kind.DATE);

    private LakeRows() {}

    /** A row, as far as it was asked for: of each column of the table its place among the values, or one below zero. */
    private static final class Row {
        private final @Nullable Object[] values;
        private final int[] places;
        private final FineTimes fine;

        Row(@Nullable Object[] values, int[] places, FineTimes fine) {
            this.values = values;
            this.places = places;
            this.fine = fine;
        }

        @Nullable
        Object value(int column) {
            return values[places[column]];
        }
    }

    static VirtualTable<?> of(TableCatalog catalog, LakeTable table, String remarks, LakeWriters writers) {
        List<Column<Row>> columns = columns(table);
        Columns<Row> all = Columns.none();
        List<String> compared = new ArrayList<>();
        List<String> equal = new ArrayList<>();
        for (Column<Row> column : columns) {
            all = all.column(column.name(), column.type(), column.value(), column.remarks());
            if (COMPARED.contains(column.type().kind())) {
                compared.add(column.name());
            } else if (column.type().kind() == SqlType.Kind.UUID) {
                equal.add(column.name());
            }
        }
        VirtualTable.Builder<Row> built = VirtualTable.<Row>named(table.ref().name(), remarks)
                .data()
                .columns(all)
                .pushes(equal.toArray(String[]::new))
                .pushesComparisons(compared.toArray(String[]::new));
        if (table.version().isEmpty()) {
            writers.of(table, columns).ifPresent(built::writes);
        }
        return built.rows((wanted, call) -> rows(catalog, table, columns, wanted, call));
    }

    /** The columns of a table as SQL describes them. */
    static List<Column<?>> described(LakeTable table) {
        return List.copyOf(columns(table));
    }

    private static List<Column<Row>> columns(LakeTable table) {
        List<Column<Row>> columns = new ArrayList<>();
        for (TableField field : table.columns()) {
            columns.add(column(columns.size(), field));
        }
        return columns;
    }

    private static Column<Row> column(int ordinal, TableField field) {
        SqlType type = LakeTypes.of(field);
        Predicate<Object> isCut = FineTimes.isCut(type);
        String comment = field.comment();
        return new Column<>(
                field.name(),
                type,
                row -> {
                    Object value = row.value(ordinal);
                    if (value != null && isCut != null) {
                        row.fine.shown(field.name(), value, isCut);
                    }
                    return value;
                },
                comment == null ? "" : comment);
    }

    private static Stream<Row> rows(
            TableCatalog catalog, LakeTable table, List<Column<Row>> columns, Wanted wanted, CallContext call) {
        GrantedCatalogs.require(catalog.name(), call.caller());
        TableRows source = catalog.rows()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        table.ref() + ": rows of a catalog of type " + catalog.type()
                                + " cannot be read here. Use the engine that owns the table."));
        int[] places = new int[columns.size()];
        Arrays.fill(places, -1);
        List<Integer> read = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            if (wanted.wants(columns.get(i).name())) {
                places[i] = read.size();
                read.add(i);
            }
        }
        FineTimes fine = new FineTimes(table.ref(), wanted.exact(), call);
        List<String> names = columns.stream().map(Column::name).toList();
        List<Comparison> conditions = wanted.conditions().stream()
                .map(condition -> comparison(names.indexOf(condition.column()), condition))
                .toList();
        return source.read(table, new RowsWanted(read, conditions, wanted.limit()), call)
                .map(values -> new Row(values, places, fine));
    }

    private static Comparison comparison(int column, Condition condition) {
        return new Comparison(
                column, RowsWanted.Operator.valueOf(condition.operator().name()), condition.values());
    }
}
