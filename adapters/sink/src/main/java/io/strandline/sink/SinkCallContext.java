package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whose call a driver answers: the same for all calls of a run (SNK-19). It says neither whether the run is cancelled nor
 * how often something is tried again: both are the engine's.
 *
 * @param key columns by which rows are found; empty for modes without a key
 * @param scope whose tokens the run moves; null if it has none
 * @param statementId of the statement that began the run
 */
public record SinkCallContext(
        RunId run,
        String sink,
        WriteMode mode,
        List<String> key,
        @Nullable String scope,
        String actor,
        String statementId,
        Instant startedAt,
        RoundTrips roundTrips) {
    public SinkCallContext {
        requireNonNull(run, "run");
        requireNonNull(sink, "sink");
        requireNonNull(mode, "mode");
        key = List.copyOf(key);
        requireNonNull(actor, "actor");
        requireNonNull(statementId, "statementId");
        requireNonNull(startedAt, "startedAt");
        requireNonNull(roundTrips, "roundTrips");
    }
}
