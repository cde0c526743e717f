package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.linq4j.Enumerator;
import org.jspecify.annotations.Nullable;

/** The rows of a query, computed as they are read. */
final class QueryAnswer implements Answer {
    private static final int ROWS_BETWEEN_CHECKPOINTS = 256;

    private final QueryPlan plan;
    private final StatementCall call;
    private final Enumerator<?> rows;
    private final Iterator<Object[]> iterator = new Rows();
    private volatile boolean closed;

    QueryAnswer(QueryPlan plan, StatementData data, StatementCall call) {
        this.plan = plan;
        this.call = call;
        try {
            call.checkpoint();
            this.rows = plan.code().bind(data).enumerator();
        } catch (Throwable e) {
            call.close();
            throw StatementErrors.whileRunning(plan.constants().reason(e));
        }
    }

    @Override
    public Meta.Signature signature() {
        return plan.signature();
    }

    @Override
    public long updateCount() {
        return -1;
    }

    @Override
    public Iterator<Object[]> rows() {
        return iterator;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            call.close();
            rows.close();
        }
    }

    /** Reads on demand; what goes wrong comes out as a coded error and frees the answer. */
    private final class Rows implements Iterator<Object[]> {
        private Object @Nullable [] next;
        private long read;

        @Override
        public boolean hasNext() {
            if (next != null) {
                return true;
            }
            if (closed) {
                return false;
            }
            try {
                if (++read % ROWS_BETWEEN_CHECKPOINTS == 0) {
                    call.checkpoint();
                }
                if (rows.moveNext()) {
                    next = plan.columns().toWire(rows.current());
                    return true;
                }
            } catch (Throwable e) {
                boolean stopped = closed;
                close();
                if (stopped) {
                    throw new StrandlineException(ErrorCode.CANCELLED, "the statement was closed while it ran", e);
                }
                throw StatementErrors.whileRunning(plan.constants().reason(e));
            }
            close();
            return false;
        }

        @Override
        public Object[] next() {
            if (!hasNext() || next == null) {
                throw new NoSuchElementException();
            }
            Object[] row = next;
            next = null;
            return row;
        }
    }
}
