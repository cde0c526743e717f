package io.strandline.log;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How the view of a log is kept.
 *
 * @param snapshots from which it begins in the next process; null for none
 * @param mostBytes most bytes of its keys and values, with 128 for each beside its own
 * @param patience how long a statement waits for it to reach what was written (LOG-13)
 */
public record ViewOptions(@Nullable SnapshotStore snapshots, long mostBytes, Duration patience) {
    /** As many bytes as a log in memory may hold. */
    public static final long MOST_BYTES = 64L << 20;

    /** No snapshots; {@link #MOST_BYTES}; ten seconds. */
    public static final ViewOptions DEFAULTS = new ViewOptions(null, MOST_BYTES, Duration.ofSeconds(10));

    public ViewOptions {
        if (mostBytes < 1) {
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION, "a view of " + mostBytes + " bytes holds nothing; give it at least 1.");
        }
    }

    /** The same, beginning from those. */
    public ViewOptions from(@Nullable SnapshotStore store) {
        return new ViewOptions(store, mostBytes, patience);
    }

    /** The same, of at most so many bytes. */
    public ViewOptions atMost(long bytes) {
        return new ViewOptions(snapshots, bytes, patience);
    }

    /** The same, waited for so long. */
    public ViewOptions waitedFor(Duration time) {
        return new ViewOptions(snapshots, mostBytes, time);
    }
}
