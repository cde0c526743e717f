package io.strandline.log;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Where a subscription of this process is in a partition.
 *
 * @param subscription its number, of this process
 * @param next the offset it reads next
 */
public record SubscriptionState(long subscription, int partition, long next) {
    private static final AtomicLong NUMBERS = new AtomicLong();

    /** The number of a new subscription. */
    public static long newNumber() {
        return NUMBERS.incrementAndGet();
    }
}
