package io.strandline.gateway.session;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Bounds of what a user of one role may ask; going beyond one is an error that names its setting (GW-8).
 *
 * @param statementChars longest statement, in UTF-16 units
 * @param rows most rows of one answer
 * @param answerBytes most bytes of one answer, approximately
 * @param time longest time that one statement may run, the requests that fetch its rows together
 * @param concurrency most statements of one user that run at a time
 */
public record RoleLimits(int statementChars, long rows, long answerBytes, Duration time, int concurrency) {
    /** What every role has unless configured: a million characters, 100 million rows, 16 GiB, an hour, 64 at a time. */
    public static final RoleLimits DEFAULTS =
            new RoleLimits(1_000_000, 100_000_000, 16L << 30, Duration.ofHours(1), 64);

    public RoleLimits {
        requireNonNull(time, "time");
        if (statementChars < 1
                || rows < 1
                || answerBytes < 1
                || concurrency < 1
                || time.isNegative()
                || time.isZero()) {
            throw new IllegalArgumentException("limits must be above zero");
        }
    }
}
