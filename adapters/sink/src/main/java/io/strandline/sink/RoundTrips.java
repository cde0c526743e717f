package io.strandline.sink;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a run asks its destination (SNK-27). Thread-safe. */
public final class RoundTrips {
    private final LongAdder count = new LongAdder();

    /** A request is sent to the destination. */
    public void count() {
        count.increment();
    }

    /** How many were. */
    public long total() {
        return count.sum();
    }
}
