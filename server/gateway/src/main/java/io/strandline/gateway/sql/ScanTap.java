package io.strandline.gateway.sql;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.calcite.ScanHost;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes values from the row that a scan has just read, past Calcite: with every digit. For one execution, used by one thread. */
final class ScanTap implements ScanHost {
    private final StatementCall call;
    private final List<@Nullable Column<?>> columns;
    private final Set<String> exact = new HashSet<>();
    private @Nullable Object row;

    /**
     * A tap on a scan.
     *
     * @param columns for each column of the query that of the scanned table, null where it is computed
     */
    ScanTap(StatementCall call, List<@Nullable Column<?>> columns) {
        this.call = call;
        this.columns = columns;
        columns.forEach(column -> {
            if (column != null) {
                exact.add(column.name());
            }
        });
    }

    /** Whether that column of the query is taken here. */
    boolean has(int column) {
        return columns.get(column) != null;
    }

    /** Its value in the row that was read last. */
    @Nullable
    Object value(int column) {
        return value(columns.get(column), row);
    }

    /** The row is one of the column's table: there is no other scan. */
    @SuppressWarnings("unchecked")
    private static <R> @Nullable Object value(@Nullable Column<R> column, @Nullable Object row) {
        return column == null ? null : column.value().apply((R) row);
    }

    @Override
    public CallContext call() {
        return call;
    }

    @Override
    public Set<String> exact() {
        return exact;
    }

    @Override
    public void reads(@Nullable Object read) {
        row = read;
    }

    @Override
    public void opened(AutoCloseable source) {
        call.opened(source);
    }
}
