package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import io.strandline.common.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is kept, one row of {@code sink.runs}.
 *
 * @param token the last that it moved its scope to; null if it moved none
 * @param previousToken the scope's last before the run; null if it had none
 * @param owner the gateway that runs it
 * @param error why it ended so; null if well
 * @param rolledBackAt null if it is not rolled back
 * @param forgotten whether what undoes it was dropped
 */
public record RunRecord(
        RunId id,
        String sink,
        TableRef table,
        String connector,
        String datasetUri,
        WriteMode mode,
        List<String> key,
        RunState state,
        @Nullable String scope,
        @Nullable CommitToken token,
        @Nullable CommitToken previousToken,
        RunCounts counts,
        long roundTrips,
        List<String> localOutputs,
        String actor,
        String statementId,
        String owner,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String error,
        @Nullable Instant rolledBackAt,
        boolean forgotten) {
    public RunRecord {
        requireNonNull(id, "id");
        requireNonNull(sink, "sink");
        requireNonNull(table, "table");
        requireNonNull(connector, "connector");
        requireNonNull(datasetUri, "datasetUri");
        requireNonNull(mode, "mode");
        key = List.copyOf(key);
        requireNonNull(state, "state");
        requireNonNull(counts, "counts");
        localOutputs = List.copyOf(localOutputs);
        requireNonNull(actor, "actor");
        requireNonNull(statementId, "statementId");
        requireNonNull(owner, "owner");
        requireNonNull(startedAt, "startedAt");
    }

    /**
     * Whether something of it is in the destination, or may be: it is whole, its counts say so, or nobody knows what its gateway
     * did after it counted last.
     */
    public boolean mayHaveLanded() {
        return switch (state) {
            case ABORTED, CANCELLED, FAILED -> counts.accepted() > 0 || token != null || !counts.isBalanced();
            case RUNNING, COMMITTING, CANCELLING, DONE, INTERRUPTED, UNKNOWN -> true;
        };
    }

    /** With that state. */
    public RunRecord with(RunState other) {
        return new RunRecord(
                id,
                sink,
                table,
                connector,
                datasetUri,
                mode,
                key,
                other,
                scope,
                token,
                previousToken,
                counts,
                roundTrips,
                localOutputs,
                actor,
                statementId,
                owner,
                startedAt,
                endedAt,
                error,
                rolledBackAt,
                forgotten);
    }

    /** With those counts so far. */
    public RunRecord with(RunCounts others, long trips, @Nullable CommitToken last) {
        return new RunRecord(
                id,
                sink,
                table,
                connector,
                datasetUri,
                mode,
                key,
                state,
                scope,
                last,
                previousToken,
                others,
                trips,
                localOutputs,
                actor,
                statementId,
                owner,
                startedAt,
                endedAt,
                error,
                rolledBackAt,
                forgotten);
    }

    /** Ended so. */
    public RunRecord ended(RunState end, Instant at, @Nullable String why, List<String> outputs) {
        return new RunRecord(
                id,
                sink,
                table,
                connector,
                datasetUri,
                mode,
                key,
                end,
                scope,
                token,
                previousToken,
                counts,
                roundTrips,
                outputs,
                actor,
                statementId,
                owner,
                startedAt,
                at,
                why,
                rolledBackAt,
                forgotten);
    }

    /** Rolled back then. */
    public RunRecord rolledBack(Instant at) {
        return new RunRecord(
                id,
                sink,
                table,
                connector,
                datasetUri,
                mode,
                key,
                state,
                scope,
                token,
                previousToken,
                counts,
                roundTrips,
                localOutputs,
                actor,
                statementId,
                owner,
                startedAt,
                endedAt,
                error,
                at,
                forgotten);
    }

    /** With nothing left to undo it. */
    public RunRecord asForgotten() {
        return new RunRecord(
                id,
                sink,
                table,
                connector,
                datasetUri,
                mode,
                key,
                state,
                scope,
                token,
                previousToken,
                counts,
                roundTrips,
                localOutputs,
                actor,
                statementId,
                owner,
                startedAt,
                endedAt,
                error,
                rolledBackAt,
                true);
    }

    /** The call that ends it, if someone has to. */
    public Optional<String> fixSql() {
        return state.isInFlight() ? Optional.of("CALL sink.abort_run('" + id + "')") : Optional.empty();
    }
}
