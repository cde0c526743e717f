package io.strandline.catalog;

import java.time.Duration;
import java.time.Instant;

/** How old must be what is deleted, unless the caller says otherwise (CAT-17). */
final class AgeFloor {
    /** Writers commit within this time what they have written. */
    static final Duration FLOOR = Duration.ofHours(24);

    private AgeFloor() {}

    /** Whether that time is too young to delete what is older than it. */
    static boolean isBelow(Instant olderThan, Instant now) {
        return olderThan.isAfter(now.minus(FLOOR));
    }

    /** The refusal of a time, to follow its name. */
    static String refusal(Instant olderThan) {
        return " " + olderThan
                + " is less than 24 hours ago: a writer may still need what it would delete. Give an earlier"
                + " time, or allow_below_floor => true if nothing writes to the table.";
    }
}
