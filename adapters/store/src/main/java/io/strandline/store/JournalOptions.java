package io.strandline.store;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How a journal keeps what it is told.
 *
 * @param answerLimit largest answer that is kept, in bytes of UTF-8; 1 MiB by default
 * @param keepFor how long keys and answers are kept after their statement ended; a day by default (GW-2)
 * @param lease how long a gateway that says nothing is taken to be alive; 15 s by default. On a shared
 *     store its own clock says when it ends, so that clocks of gateways need not agree; their leases must be equally long
 */
public record JournalOptions(int answerLimit, Duration keepFor, Duration lease) {
    public JournalOptions {
        requireNonNull(keepFor, "keepFor");
        requireNonNull(lease, "lease");
        if (answerLimit < 0) {
            throw new IllegalArgumentException("answerLimit must not be negative: " + answerLimit);
        }
        if (keepFor.isNegative() || keepFor.isZero()) {
            throw new IllegalArgumentException("keepFor must be longer than nothing: " + keepFor);
        }
        if (lease.compareTo(Duration.ofMillis(300)) < 0) {
            throw new IllegalArgumentException("lease must be at least 300 ms: " + lease);
        }
    }

    /** All by default. */
    public static JournalOptions defaults() {
        return new JournalOptions(1 << 20, Duration.ofDays(1), Duration.ofSeconds(15));
    }
}
