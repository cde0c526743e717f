package io.strandline.store;

import io.strandline.common.Caller;
import io.strandline.common.Effects;
import java.time.Instant;
import java.util.Optional;
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
         * @param answer the answer as text to give again, null if it must not be kept or is larger than the cap
         */
        void succeed(@Nullable String answer);

        /** Ends it with the error its caller gets; refused if none of its effects is done or unknown, else as those are. */
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
     * @param answer kept answer; null if none was kept
     * @param endedAt null while it is started
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
}
