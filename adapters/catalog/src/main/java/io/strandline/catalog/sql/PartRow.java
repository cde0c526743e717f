package io.strandline.catalog.sql;

import io.strandline.catalog.TableState;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One of several things that a table has.
 *
 * @param part null in a row that stands for a table that cannot be read (CAT-13)
 */
record PartRow<P>(TableRow table, @Nullable P part) implements CommonColumns.OfTable {
    /**
     * A SQL table of such rows: names first, then what the part shows, then whether the table could be read.
     *
     * @param columns of the part, together with its table's state where they need it
     * @param parts in the order in which they are shown
     */
    static <P> VirtualTable<?> table(
            String name,
            String remarks,
            TableSource source,
            Columns<PartRow<P>> columns,
            Function<TableState, ? extends List<? extends P>> parts) {
        return VirtualTable.<PartRow<P>>named(
                        name, remarks + "; one row with the error for a table that cannot be read.")
                .columns(CommonColumns.NAMES, PartRow::table)
                .columns(columns)
                .columns(
                        CommonColumns.STATUS_AND_ERROR,
                        row -> new CommonColumns.StatusOf(row.table().failure()))
                .pushes(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE)
                .rows((wanted, call) -> source.loaded(wanted, call).flatMap(table -> of(table, parts)));
    }

    private static <P> Stream<PartRow<P>> of(TableRow table, Function<TableState, ? extends List<? extends P>> parts) {
        TableState state = table.state();
        return state == null
                ? Stream.of(new PartRow<P>(table, null))
                : parts.apply(state).stream().map(part -> new PartRow<P>(table, part));
    }

    /** A value of the part. */
    static <P> Function<PartRow<P>, @Nullable Object> of(Function<? super P, ? extends @Nullable Object> value) {
        return row -> row.part() == null ? null : value.apply(row.part());
    }

    /** A value that the part has in its table. */
    static <P> Function<PartRow<P>, @Nullable Object> in(Value<? super P> value) {
        return row -> row.part() == null || row.table().state() == null
                ? null
                : value.of(row.table().state(), row.part());
    }

    /** What a part is in its table. */
    @FunctionalInterface
    interface Value<P> {
        /** The value; null if there is none. */
        @Nullable
        Object of(TableState table, P part);
    }
}
