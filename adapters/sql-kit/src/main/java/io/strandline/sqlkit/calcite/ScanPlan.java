package io.strandline.sqlkit.calcite;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.VirtualTable;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.DataContext;
import org.apache.calcite.linq4j.Enumerable;
import org.jspecify.annotations.Nullable;

/**
 * A planned scan: what generated code calls at each execution. Immutable and shared; everything of an execution comes from
 * the DataContext. Public because generated code names it.
 */
public final class ScanPlan {
    /** {@link #read}, for generated code. */
    static final Method READ = readMethod();

    private final Source<?> source;

    private ScanPlan(Source<?> source) {
        this.source = source;
    }

    /** Plans what is known before any execution. */
    static ScanPlan of(ScanSpec spec) {
        return new ScanPlan(Source.of(spec.table(), spec));
    }

    /**
     * Rows for one execution: {@code Object[]}, or the bare value where there is one column.
     *
     * @throws io.strandline.common.StrandlineException {@code NOT_ALLOWED} if the caller lacks the table's role (GW-3)
     */
    public Enumerable<@Nullable Object> read(DataContext execution) {
        ScanHost host = (ScanHost) requireNonNull(execution.get(ScanHost.KEY), "no scan host in the data context");
        return source.read(execution, host);
    }

    private static Method readMethod() {
        try {
            return ScanPlan.class.getMethod("read", DataContext.class);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * A table and how to read a row of it.
     *
     * @param wanted names of the columns it looks at, those of conditions included
     */
    record Source<R>(VirtualTable<R> table, ScanSpec spec, List<ColumnReader<R>> columns, Set<String> wanted) {
        static <R> Source<R> of(VirtualTable<R> table, ScanSpec spec) {
            Set<String> wanted = new LinkedHashSet<>();
            spec.columns().forEach(i -> wanted.add(table.columns().get(i).name()));
            spec.conditions()
                    .forEach(condition ->
                            wanted.add(table.columns().get(condition.column()).name()));
            List<ColumnReader<R>> columns = spec.columns().stream()
                    .map(ordinal -> reader(table, ordinal))
                    .toList();
            return new Source<>(table, spec, columns, Set.copyOf(wanted));
        }

        static <R> ColumnReader<R> reader(VirtualTable<R> table, int ordinal) {
            Column<R> column = table.columns().get(ordinal);
            return ColumnReader.of(table.name(), column);
        }

        Enumerable<@Nullable Object> read(DataContext execution, ScanHost host) {
            host.call().caller().require(table.role(), "table " + table.name());
            host.call().checkpoint();
            return new ScanEnumerable<>(this, BoundScan.of(this, execution, host), host);
        }
    }
}
