package io.strandline.gateway.session;

import org.jspecify.annotations.Nullable;

/** How long an execution spends in each of its phases: planned, run up to its first rows, fetched. Thread-safe. */
final class Phases {
    private static final long NOT_YET = -1;

    private final long start = System.nanoTime();
    private volatile long planned = NOT_YET;
    private volatile long fetched = NOT_YET;
    private volatile long ended = NOT_YET;

    private long now() {
        return System.nanoTime() - start;
    }

    /** It is planned, and runs from now on. */
    void running() {
        planned = now();
    }

    /** Its first rows are sent, and others are left to fetch. */
    void fetching() {
        if (fetched == NOT_YET) {
            fetched = now();
        }
    }

    /** It ended. */
    void end() {
        ended = now();
    }

    /** Milliseconds from its begin to its end or to now. */
    long elapsedMillis() {
        return millis(0, last());
    }

    /** Milliseconds until it was planned; null if it is not. */
    @Nullable
    Long planningMillis() {
        return planned == NOT_YET ? null : millis(0, planned);
    }

    /** Milliseconds from then until its first rows were sent, or it ended; null if it was not planned. */
    @Nullable
    Long runningMillis() {
        return planned == NOT_YET ? null : millis(planned, fetched == NOT_YET ? last() : fetched);
    }

    /** Milliseconds from its first rows to its last; null if there was nothing to fetch. */
    @Nullable
    Long fetchingMillis() {
        return fetched == NOT_YET ? null : millis(fetched, last());
    }

    private long last() {
        return ended == NOT_YET ? now() : ended;
    }

    private static long millis(long from, long to) {
        return (to - from) / 1_000_000;
    }
}
