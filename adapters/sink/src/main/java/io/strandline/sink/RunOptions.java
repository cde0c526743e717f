package io.strandline.sink;

import static java.util.Objects.requireNonNull;

/**
 * How a run treats what is not as it should be, and how much is kept of it.
 *
 * @param keptRuns last runs of the sink that can be rolled back (SNK-13)
 * @param cleanupMaxKeys keys of a run that a cleanup can compare with; over it nothing is deleted (SNK-8)
 * @param pageRows rows of a page at most
 * @param pageBytes bytes of a page at most, by a rough count
 * @param attempts times a page is sent at most, if the destination refuses it for a reason that may pass
 */
public record RunOptions(
        OnDrift onDrift,
        OnIncompatible onIncompatible,
        OnMissingKey onMissingKey,
        OnFailedRow onFailedRow,
        int keptRuns,
        int cleanupMaxKeys,
        int pageRows,
        long pageBytes,
        int attempts) {
    /** What a sink has that says nothing. */
    public static final RunOptions DEFAULTS = new RunOptions(
            OnDrift.FAIL, OnIncompatible.FAIL, OnMissingKey.FAIL, OnFailedRow.FAIL, 10, 100_000, 10_000, 8L << 20, 4);

    public RunOptions {
        requireNonNull(onDrift, "onDrift");
        requireNonNull(onIncompatible, "onIncompatible");
        requireNonNull(onMissingKey, "onMissingKey");
        requireNonNull(onFailedRow, "onFailedRow");
        if (keptRuns < 0 || cleanupMaxKeys < 0 || pageRows < 1 || pageBytes < 1 || attempts < 1) {
            throw new IllegalArgumentException("a bound of a run is too small");
        }
    }

    /** With another treatment of columns that the destination does not have. */
    public RunOptions with(OnDrift other) {
        return new RunOptions(
                other,
                onIncompatible,
                onMissingKey,
                onFailedRow,
                keptRuns,
                cleanupMaxKeys,
                pageRows,
                pageBytes,
                attempts);
    }

    /** With another treatment of rows without a key. */
    public RunOptions with(OnMissingKey other) {
        return new RunOptions(
                onDrift, onIncompatible, other, onFailedRow, keptRuns, cleanupMaxKeys, pageRows, pageBytes, attempts);
    }

    /** With another treatment of rows that the destination does not take. */
    public RunOptions with(OnFailedRow other) {
        return new RunOptions(
                onDrift, onIncompatible, onMissingKey, other, keptRuns, cleanupMaxKeys, pageRows, pageBytes, attempts);
    }
}
