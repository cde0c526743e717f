package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of a run changes: how far it is, how it ended, what became of it since.
 *
 * @param token the last that it moved its scope to; null if it moved none
 * @param roundTrips calls to the destination
 * @param localOutputs local files it opened
 * @param endedAt null while it runs
 * @param error why it ended so; null if well
 * @param rolledBackAt null if it is not rolled back
 * @param forgotten whether what undoes it was dropped
 */
public record RunProgress(
        RunState state,
        @Nullable CommitToken token,
        RunCounts counts,
        long roundTrips,
        List<String> localOutputs,
        @Nullable Instant endedAt,
        @Nullable String error,
        @Nullable Instant rolledBackAt,
        boolean forgotten) {
    /** A run that has begun and done nothing yet. */
    public static final RunProgress BEGUN = of(RunState.RUNNING, null, RunCounts.NONE);

    public RunProgress {
        requireNonNull(state, "state");
        requireNonNull(counts, "counts");
        localOutputs = List.copyOf(localOutputs);
    }

    /** That far, with no end yet. */
    public static RunProgress of(RunState state, @Nullable CommitToken token, RunCounts counts) {
        return new RunProgress(state, token, counts, 0, List.of(), null, null, null, false);
    }

    RunProgress with(RunState other) {
        return new RunProgress(other, token, counts, roundTrips, localOutputs, endedAt, error, rolledBackAt, forgotten);
    }

    RunProgress with(RunCounts others, long trips, @Nullable CommitToken last) {
        return new RunProgress(state, last, others, trips, localOutputs, endedAt, error, rolledBackAt, forgotten);
    }

    RunProgress ended(RunState end, Instant at, @Nullable String why, List<String> outputs) {
        return new RunProgress(end, token, counts, roundTrips, outputs, at, why, rolledBackAt, forgotten);
    }

    RunProgress rolledBack(Instant at) {
        return new RunProgress(state, token, counts, roundTrips, localOutputs, endedAt, error, at, forgotten);
    }

    RunProgress asForgotten() {
        return new RunProgress(state, token, counts, roundTrips, localOutputs, endedAt, error, rolledBackAt, true);
    }
}
