package io.strandline.gateway.schedule;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How often a connection is compared.
 *
 * @param every time from the begin of one scan to that of the next
 * @param jitter up to so much is waited beyond that, so that not all begin at once
 */
public record ScanSetting(String connection, Duration every, Duration jitter) {
    /** Nothing is compared more often. */
    public static final Duration SHORTEST = Duration.ofSeconds(10);

    public ScanSetting {
        requireNonNull(connection, "connection");
        if (every.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("every must be at least " + SHORTEST + ": " + every);
        }
        if (jitter.isNegative() || jitter.compareTo(every) > 0) {
            throw new IllegalArgumentException("jitter must be between nothing and every: " + jitter);
        }
    }
}
