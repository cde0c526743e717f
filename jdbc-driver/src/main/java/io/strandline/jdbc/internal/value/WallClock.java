package io.strandline.jdbc.internal.value;

import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Timestamps of a wall clock in the JVM's zone, as {@link Timestamp#valueOf(LocalDateTime)} makes them, but without its
 * calendar for a second and further time of one day whose clock is not changed. Keeps the zone that the JVM has at the day's
 * first times. Not thread-safe.
 */
final class WallClock {
    private static final long MILLIS_OF_SECOND = 1_000L;
    private static final long NANOS_OF_MILLI = 1_000_000L;
    private static final long MILLIS_OF_DAY = 86_400_000L;

    private long day = Long.MIN_VALUE;
    private boolean known;
    private boolean even;
    private long midnight;

    /** Milliseconds that a clock without a zone counts from its 1970-01-01 00:00 on, as date and time. */
    static LocalDateTime fields(long millis) {
        int nanos = (int) (Math.floorMod(millis, MILLIS_OF_SECOND) * NANOS_OF_MILLI);
        return LocalDateTime.ofEpochSecond(Math.floorDiv(millis, MILLIS_OF_SECOND), nanos, ZoneOffset.UTC);
    }

    /** The instant at which the JVM's clock shows that time. */
    Timestamp timestamp(long millis) {
        long wanted = Math.floorDiv(millis, MILLIS_OF_DAY);
        if (wanted != day) {
            day = wanted;
            known = false;
            return byCalendar(millis);
        }
        if (!known) {
            known = true;
            midnight = byCalendar(day * MILLIS_OF_DAY).getTime();
            even = byCalendar((day + 1) * MILLIS_OF_DAY).getTime() - midnight == MILLIS_OF_DAY;
        }
        return even ? new Timestamp(midnight + Math.floorMod(millis, MILLIS_OF_DAY)) : byCalendar(millis);
    }

    private static Timestamp byCalendar(long millis) {
        return Timestamp.valueOf(fields(millis));
    }
}
