package io.strandline.store;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.sqlkit.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The journal of changing statements: each runs at most once under its key, and its outcome can always be asked for (GW-1,
 * GW-2). Thread-safe, shared by all gateways on the store.
 */
public interface Journal {
    /**
     * Claims the key for a statement: commits its {@code started} row, or finds that somebody already did.
     *
     * @throws io.strandline.common.StrandlineException {@code STORE} if the row cannot be written, {@code BAD_ARGUMENT} if
     *     the key was used for another request
     */
    Claim claim(Request request);

    /**
     * A changing statement about to run.
     *
     * @param statementId unique id
     * @param key idempotency key, scoped by the caller's name
     * @param requestHash hash of text and bound arguments: another request under the same key is an error
     * @param text statement text with secrets masked
     * @param keepsAnswer whether the answer may be kept and given again
     */
    record Request(
            String statementId,
            Caller caller,
            String key,
            String requestHash,
            String text,
            boolean keepsAnswer,
            Instant startedAt) {}

    /** What came of a claim. */
    sealed interface Claim {}

    /** The statement is the caller's to run; it must be ended with one of {@link Running}'s methods. */
    record Fresh(Running running) implements Claim {}

    /** The same request ended before; here is how. */
    record Ended(Entry entry) implements Claim {}

    /** The same request is running now; ask again. */
    record InFlight(String statementId, String gatewayId) implements Claim {}

    /** A claimed statement. Used by one execution. */
    interface Running {
        /** Where its changes go. */
        Effects effects();

        /**
         * Ends it: outcome and answer in one transaction.
         *
         * <p>If the store does not take it, the statement is as done as its effects are; the journal goes on trying to write
         * that until this gateway ends.
         *
         * @param answer the answer as text to give again; null if there is none. Not kept if the request said so, or if it is
         *     larger than the cap: the entry's message says which
         * @throws io.strandline.common.StrandlineException {@code STORE} if it was not written, for the caller to be warned
         */
        void succeed(@Nullable String answer);

        /**
         * Ends it with the error its caller gets; refused if none of its effects is done or unknown, else as those are.
         *
         * @throws io.strandline.common.StrandlineException {@code STORE}, as {@link #succeed} does
         */
        void fail(String sqlState, int vendorCode, String message);
    }

    /** State of a journaled statement. */
    enum State {
        STARTED,
        DONE,
        REFUSED,
        UNKNOWN
    }

    /**
     * A journaled statement as stored.
     *
     * <p>Its state is UNKNOWN if one of its effects is, DONE if one is done or it succeeded without any, else REFUSED. One
     * that was resolved after its gateway had died has no answer, and a message that says what is known.
     *
     * @param answer kept answer; null if none was kept
     * @param endedAt null while it is started
     * @param gatewayId the gateway that ran it
     * @param sqlState of the error its caller got or would get; null if it succeeded
     * @param message of that error, or why a DONE entry has no answer; null if there is nothing to say
     */
    record Entry(
            String statementId,
            String userName,
            String key,
            String requestHash,
            String text,
            State state,
            Instant startedAt,
            @Nullable Instant endedAt,
            @Nullable String gatewayId,
            @Nullable String answer,
            @Nullable String sqlState,
            int vendorCode,
            @Nullable String message) {}

    /** The entry under a user's key, if the store still has it. */
    Optional<Entry> find(String userName, String key);

    /**
     * Waits until the statement under a user's key has ended, on whichever gateway it runs; one whose gateway is dead is
     * resolved (GW-2).
     *
     * @param atMost how long to wait
     * @param checkpoint called several times a second; what it throws ends the wait
     * @return an entry that is not STARTED
     * @throws io.strandline.common.StrandlineException {@code NO_SUCH_OBJECT} if the store has no such key, {@code TIMED_OUT}
     *     if it still runs then, {@code CANCELLED} if the thread is interrupted
     */
    Entry awaitEnd(String userName, String key, Duration atMost, Runnable checkpoint);

    /**
     * The journaled statements a caller may see: its own, and from operators up everybody's (GW-3). Read in pages as the
     * stream is read; oldest first if no order is wanted. Their answers are left out.
     *
     * @param wanted conditions and order on {@code statement_id, user_name, idempotency_key, statement_text, state,
     *     started_at, ended_at, gateway_id, sql_state, message}; conditions on other columns are passed over
     */
    Stream<Entry> statements(Wanted wanted, CallContext call);
}
