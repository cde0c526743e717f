package io.strandline.sqlkit.calcite;

import io.strandline.common.CallContext;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.linq4j.AbstractEnumerable;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one scan in one execution. The first pass streams; a second one (the inner side of a nested loop) reads the
 * table once more, keeps its rows, and all later ones are served from those.
 */
final class ScanEnumerable<R> extends AbstractEnumerable<@Nullable Object> {
    private final ScanPlan.Source<R> source;
    private final BoundScan<R> scan;
    private final ScanHost host;
    private int passes;
    private @Nullable List<@Nullable Object> kept;
    private long servedAgain;

    ScanEnumerable(ScanPlan.Source<R> source, BoundScan<R> scan, ScanHost host) {
        this.source = source;
        this.scan = scan;
        this.host = host;
    }

    @Override
    public Enumerator<@Nullable Object> enumerator() {
        if (scan.empty()) {
            return Linq4j.emptyEnumerator();
        }
        passes++;
        if (passes == 1) {
            return new Pass();
        }
        if (kept == null) {
            kept = readAll();
        }
        return new Again(kept);
    }

    private List<@Nullable Object> readAll() {
        List<@Nullable Object> rows = new ArrayList<>();
        try (Pass pass = new Pass()) {
            while (pass.moveNext()) {
                rows.add(pass.current());
            }
        }
        return rows;
    }

    /** The rows again, from memory. A nested loop spends its time here, so this too passes safe points (GW-5). */
    private final class Again implements Enumerator<@Nullable Object> {
        private static final int ROWS_BETWEEN_CHECKPOINTS = 4096;

        private final List<@Nullable Object> rows;
        private int next;

        Again(List<@Nullable Object> rows) {
            this.rows = rows;
        }

        @Override
        public boolean moveNext() {
            if (++servedAgain % ROWS_BETWEEN_CHECKPOINTS == 0) {
                host.call().checkpoint();
            }
            return next++ < rows.size();
        }

        @Override
        public @Nullable Object current() {
            return rows.get(next - 1);
        }

        @Override
        public void reset() {
            next = 0;
        }

        @Override
        public void close() {
            // Memory only.
        }
    }

    /** One reading of the table. */
    private final class Pass implements Enumerator<@Nullable Object> {
        private static final int ROWS_BETWEEN_CHECKPOINTS = 256;

        private final CallContext call = host.call();
        private final Stream<R> stream;
        private final Iterator<R> rows;
        private long given;
        private int read;
        private @Nullable Object current;

        Pass() {
            call.checkpoint();
            stream = source.table().rows().read(scan.wanted(), call);
            host.opened(stream);
            rows = stream.iterator();
        }

        @Override
        public boolean moveNext() {
            while (given < scan.limit()) {
                if (++read % ROWS_BETWEEN_CHECKPOINTS == 0) {
                    call.checkpoint();
                }
                if (!rows.hasNext()) {
                    return false;
                }
                R row = rows.next();
                if (passes(row)) {
                    given++;
                    host.reads(row);
                    current = read(row);
                    return true;
                }
            }
            return false;
        }

        private boolean passes(R row) {
            for (BoundScan.Test<R> test : scan.tests()) {
                if (!test.passes(row)) {
                    return false;
                }
            }
            return true;
        }

        private @Nullable Object read(R row) {
            List<ColumnReader<R>> columns = source.columns();
            if (columns.size() == 1) {
                return columns.get(0).read(row);
            }
            @Nullable Object[] values = new Object[columns.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = columns.get(i).read(row);
            }
            return values;
        }

        @Override
        public @Nullable Object current() {
            return current;
        }

        @Override
        public void reset() {
            throw new UnsupportedOperationException("a scan reads forward only");
        }

        @Override
        public void close() {
            stream.close();
        }
    }
}
