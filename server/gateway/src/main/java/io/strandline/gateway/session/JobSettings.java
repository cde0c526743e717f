package io.strandline.gateway.session;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Bounds of jobs.
 *
 * @param most jobs of one gateway that run at a time
 * @param time longest time that one may run; the limits of roles do not hold for jobs
 */
public record JobSettings(int most, Duration time) {
    /** As good as for ever. */
    public static final Duration UNLIMITED = Duration.ofDays(36_500);

    /** 16 at a time, as long as they take. */
    public static final JobSettings DEFAULTS = new JobSettings(16, UNLIMITED);

    public JobSettings {
        requireNonNull(time, "time");
        if (most < 1 || time.isNegative() || time.isZero()) {
            throw new IllegalArgumentException("limits must be above zero");
        }
    }

    TimeLimit limit() {
        return new TimeLimit(time, "server.limits.job_time");
    }
}
