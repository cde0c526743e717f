package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.NothingYet;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** Rows as an answer: computed as they are read, given as the wire has them. One thread reads; any may close. */
public final class RowsAnswer implements Answer {
    private static final int ROWS_BETWEEN_CHECKPOINTS = 256;
    private static final long BETWEEN_CHECKPOINTS_NANOS = Duration.ofMillis(200).toNanos();

    private final Meta.Signature signature;
    private final WireColumns columns;
    private final Iterator<?> source;
    private final StatementCall call;
    private final Iterator<Object[]> rows;
    private final Iterator<Object[]> sqlRows;
    private volatile boolean closed;

    /**
     * An answer of those rows.
     *
     * @param source rows in Calcite's representation, arrays or bare values as {@link WireColumns#toWire} takes them
     * @param call closed with the answer, and with it what the rows come from
     */
    public RowsAnswer(Meta.Signature signature, WireColumns columns, Iterator<?> source, StatementCall call) {
        this.signature = signature;
        this.columns = columns;
        this.source = source;
        this.call = call;
        this.rows = new Rows(columns::toWire);
        this.sqlRows = new Rows(columns::values);
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
        return rows;
    }

    @Override
    public SqlRows sqlRows() {
        return new SqlRows(columns.row(), sqlRows);
    }

    @Override
    public void close() {
        closed = true;
        call.close();
    }

    /** What goes wrong comes out as a coded error and frees the answer; an answer closed by another is never just over. */
    private final class Rows implements SlowRows {
        private final Function<@Nullable Object, @Nullable Object[]> form;
        private Object @Nullable [] next;
        private boolean ended;
        private long read;
        private @Nullable NothingYet nothingYet;

        Rows(Function<@Nullable Object, @Nullable Object[]> form) {
            this.form = form;
        }

        @Override
        public boolean hasNext() {
            Optional<Boolean> known = hasNextYet();
            while (known.isEmpty()) {
                call.checkpoint();
                awaitMore(BETWEEN_CHECKPOINTS_NANOS);
                known = hasNextYet();
            }
            return known.orElseThrow();
        }

        @Override
        public Optional<Boolean> hasNextYet() {
            if (next != null) {
                return Optional.of(true);
            }
            if (ended) {
                return Optional.of(false);
            }
            try {
                if (closed || ++read % ROWS_BETWEEN_CHECKPOINTS == 0) {
                    call.checkpoint();
                }
                if (!closed && source.hasNext()) {
                    next = form.apply(source.next());
                    return Optional.of(true);
                }
            } catch (NothingYet e) {
                nothingYet = e;
                return Optional.empty();
            } catch (Throwable e) {
                boolean byAnother = closed;
                close();
                throw byAnother && !(e instanceof StrandlineException)
                        ? closedByAnother()
                        : StatementErrors.whileRunning(e);
            }
            if (closed) {
                throw closedByAnother();
            }
            ended = true;
            close();
            return Optional.of(false);
        }

        @Override
        public CompletableFuture<Void> more() {
            return nothingYet == null ? CompletableFuture.completedFuture(null) : nothingYet.more();
        }

        private StrandlineException closedByAnother() {
            return new StrandlineException(
                    ErrorCode.CANCELLED,
                    "the answer was closed before its last row was read. Run the statement again.");
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
