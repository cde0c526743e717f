package io.strandline.gateway.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * When a connection is to be compared next: some time after its last scan began, longer after failures. However long the
 * gateway was down or the clock was set ahead, that is one scan; a clock set back delays it by no more than one wait. Pure
 * but for what it remembers; used by one thread at a time.
 */
final class ScanTimes {
    private static final Duration LONGEST_BACK_OFF = Duration.ofHours(1);
    private static final int MOST_DOUBLINGS = 16;

    private final ScanSetting setting;
    private final RandomGenerator random;
    private Duration wait;
    private Instant next;
    private int failures;

    /** Nothing is known of former scans: it is due within the jitter. */
    ScanTimes(ScanSetting setting, RandomGenerator random, Instant now) {
        this.setting = setting;
        this.random = random;
        this.wait = jitter();
        this.next = now.plus(wait);
    }

    private Duration jitter() {
        long most = setting.jitter().toMillis();
        return Duration.ofMillis(most == 0 ? 0 : random.nextLong(most + 1));
    }

    /** When it is due. */
    Instant next() {
        return next;
    }

    /** How many scans failed in a row. */
    int failures() {
        return failures;
    }

    /** Whether it is due. No wait is longer than it was when it began, whatever the clock does. */
    boolean isDue(Instant now) {
        Instant latest = now.plus(wait);
        if (next.isAfter(latest)) {
            next = latest;
        }
        return !now.isBefore(next);
    }

    /** A scan began then, and ended well. */
    void scanned(Instant startedAt, Instant now) {
        failures = 0;
        schedule(setting.every(), startedAt, now);
    }

    /** A scan began then, and failed. */
    void failed(Instant startedAt, Instant now) {
        failures++;
        schedule(backOff(), startedAt, now);
    }

    /** Twice as long after each failure, up to an hour if scans are more frequent than that. */
    private Duration backOff() {
        Duration longest = setting.every().compareTo(LONGEST_BACK_OFF) > 0 ? setting.every() : LONGEST_BACK_OFF;
        Duration doubled = setting.every().multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return doubled.compareTo(longest) > 0 ? longest : doubled;
    }

    /** Somebody else has it: it is looked at again soon. */
    void later(Duration time, Instant now) {
        wait = time;
        next = now.plus(time);
    }

    private void schedule(Duration after, Instant startedAt, Instant now) {
        wait = after.plus(jitter());
        Instant begun = startedAt.isAfter(now) ? now : startedAt;
        next = begun.plus(wait);
    }
}
