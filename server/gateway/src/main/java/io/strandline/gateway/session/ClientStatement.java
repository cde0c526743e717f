package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A statement as its client knows it: perhaps a prepared text, perhaps an open cursor. Requests on one statement take turns;
 * {@link #close} does not wait for them but cancels what runs.
 */
final class ClientStatement {
    private final int id;
    private final @Nullable String preparedText;
    private final long preparedMaxRows;
    private final ReentrantLock turn = new ReentrantLock();
    private volatile @Nullable Cursor cursor;
    private volatile @Nullable Execution current;
    private volatile boolean closed;
    private volatile long newest = SettingOrder.UNNUMBERED;

    /**
     * A statement.
     *
     * @param preparedText text that its executions run; null if each brings its own
     * @param preparedMaxRows most rows of each of those executions; {@link Long#MAX_VALUE} for all
     */
    ClientStatement(int id, @Nullable String preparedText, long preparedMaxRows) {
        this.id = id;
        this.preparedText = preparedText;
        this.preparedMaxRows = preparedMaxRows;
    }

    int id() {
        return id;
    }

    /** Text that its executions run. */
    Optional<String> preparedText() {
        return Optional.ofNullable(preparedText);
    }

    /** Most rows of each execution of the prepared text. */
    long preparedMaxRows() {
        return preparedMaxRows;
    }

    /**
     * Does a request's work when it is its turn.
     *
     * @param sequence number of the request
     * @throws StrandlineException {@code STATEMENT_GONE} if a later request was served already: the result that its client
     *     reads now must not be replaced by one that a network held back or repeats
     */
    <T> T inTurn(long sequence, Supplier<T> work) {
        turn.lock();
        try {
            if (overtakes(sequence)) {
                throw new StrandlineException(
                        ErrorCode.STATEMENT_GONE,
                        "statement " + id + " of this session has served a later request; this one came too late, and"
                                + " nothing was run. Run it again if it is still wanted.");
            }
            newest = sequence;
            return work.get();
        } finally {
            turn.unlock();
        }
    }

    /** Whether a later request than that one was served. */
    boolean overtakes(long sequence) {
        return sequence != SettingOrder.UNNUMBERED && sequence < newest;
    }

    /**
     * This execution begins; closing the statement cancels it.
     *
     * @throws StrandlineException {@code CANCELLED} if the statement was closed while the request waited
     */
    void begins(Execution execution) {
        current = execution;
        if (closed) {
            throw new StrandlineException(
                    ErrorCode.CANCELLED, "statement " + id + " of this session was closed before it ran.");
        }
    }

    /** The open cursor, null for none. */
    @Nullable
    Cursor cursor() {
        return cursor;
    }

    /** Opens or clears the cursor. */
    void cursor(@Nullable Cursor opened) {
        cursor = opened;
    }

    /** Nothing runs any more. */
    void rests() {
        current = null;
    }

    /** Whether it was closed. */
    boolean closed() {
        return closed;
    }

    /** Closes it, cancelling what runs. Idempotent, from any thread. */
    void close(String reason) {
        closed = true;
        Execution running = current;
        if (running != null) {
            running.cancel(reason);
        }
    }

    /** The error for one more than a session may have. */
    static StrandlineException tooMany(int most) {
        return new StrandlineException(
                ErrorCode.TOO_MANY,
                "this session has " + most + " open statements, the most that server.limits.statements_per_session"
                        + " allows. Close those not used any more.");
    }

    /** The error for a statement or cursor that is not there (any more). */
    static StrandlineException gone(int id) {
        return new StrandlineException(
                ErrorCode.STATEMENT_GONE,
                "statement " + id + " of this session has no open result: its rows were all sent, or it was closed."
                        + " Run it again.");
    }
}
