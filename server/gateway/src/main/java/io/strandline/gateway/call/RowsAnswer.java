package io.strandline.gateway.call;

import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.gateway.sql.StatementErrors;
import io.strandline.gateway.sql.WireColumns;
import java.util.Iterator;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** The answer of a call: rows in Calcite's representation, as they come. */
final class RowsAnswer implements Answer {
    private static final int ROWS_BETWEEN_CHECKPOINTS = 256;

    private final Meta.Signature signature;
    private final WireColumns columns;
    private final Iterator<@Nullable Object[]> rows;
    private final StatementCall call;
    private volatile boolean closed;

    RowsAnswer(Meta.Signature signature, WireColumns columns, Iterator<@Nullable Object[]> rows, StatementCall call) {
        this.signature = signature;
        this.columns = columns;
        this.rows = rows;
        this.call = call;
    }

    @Override
    public Meta.Signature signature() {
        return signature;
    }

    @Override
    public long updateCount() {
        return -1;
    }

    @Override
    public Iterator<Object[]> rows() {
        return new Iterator<>() {
            private long read;

            @Override
            public boolean hasNext() {
                if (closed) {
                    return false;
                }
                try {
                    if (++read % ROWS_BETWEEN_CHECKPOINTS == 0) {
                        call.checkpoint();
                    }
                    if (rows.hasNext()) {
                        return true;
                    }
                } catch (Throwable e) {
                    close();
                    throw StatementErrors.whileRunning(e);
                }
                close();
                return false;
            }

            @Override
            public Object[] next() {
                try {
                    return columns.toWire(rows.next());
                } catch (Throwable e) {
                    close();
                    throw StatementErrors.whileRunning(e);
                }
            }
        };
    }

    @Override
    public void close() {
        closed = true;
        call.close();
    }
}
