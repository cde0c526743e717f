package io.strandline.reconcile;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * That somebody is to be told of a new finding, and how far that is.
 *
 * @param eventId unique; the same at each attempt
 * @param scanId the scan that found it
 * @param attempts how often it was posted
 * @param lastError why the last attempt failed, or why it was given up; null if none did
 * @param nextAttemptAt not posted again before; null once it has ended
 * @param endedAt when it was delivered or given up; null while it is pending
 */
public record Notice(
        String eventId,
        String connection,
        long findingId,
        long scanId,
        State state,
        long attempts,
        @Nullable String lastError,
        Instant createdAt,
        @Nullable Instant nextAttemptAt,
        @Nullable Instant endedAt) {
    /** How far it is. */
    public enum State {
        /** To be posted, again if need be. */
        PENDING,
        /** The receiver refused it: to be posted again, alone, and others do not wait for it. */
        REFUSED,
        /** The receiver said that it has it. */
        DELIVERED,
        /** Posted no more: the receiver wants no more, or it was too old. */
        GIVEN_UP
    }

    /** When it was delivered; null if it was not. */
    public @Nullable Instant deliveredAt() {
        return state == State.DELIVERED ? endedAt : null;
    }
}
