package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/**
 * New findings that somebody is to be told of; scans put them in ({@link Scans#insert}). Thread-safe, shared by all gateways on
 * the store; a store that fails throws.
 */
public interface Outbox {
    /** A notice to be posted, with the finding as it is now. */
    record Due(long number, String eventId, PastFinding finding) {}

    /** Notices that go into one post. */
    record Batch(List<Due> notices, boolean wereRefused) {
        /** There is nothing to be posted. */
        public static final Batch NONE = new Batch(List.of(), false);
    }

    /**
     * Notices of a connection that may be posted now: the oldest first, at most so many; if there are none, one that was
     * refused before.
     */
    Batch due(String connection, Instant now, int atMost);

    /** They arrived. */
    void delivered(Collection<Due> notices, Instant now);

    /**
     * They did not arrive, perhaps. Nothing more is posted for the connection before the next attempt.
     *
     * @param error why, without secrets
     * @param pause how long to wait after so many failed attempts, at least 1; an hour at most
     */
    void failed(String connection, Collection<Due> notices, String error, Instant now, LongFunction<Duration> pause);

    /**
     * They were refused: they are put aside and posted again later, one by one, while others go on.
     *
     * @param error why, without secrets
     * @param pause how long to wait after so many attempts, at least 1; an hour at most
     */
    void refused(Collection<Due> notices, String error, Instant now, LongFunction<Duration> pause);

    /** No pending or refused notice of the connection is to be posted any more. */
    void giveUp(String connection, String error, Instant now);

    /**
     * Gives up what has been pending or refused for too long, and forgets what ended long ago.
     *
     * @param pendingSince what is older is given up
     * @param endedBefore what ended earlier is forgotten
     */
    void tidyUp(Instant pendingSince, Instant endedBefore, Instant now);

    /** Notices that are wanted, in the wanted order; the oldest first if none is. */
    Stream<Notice> notices(Wanted wanted, CallContext call);
}
