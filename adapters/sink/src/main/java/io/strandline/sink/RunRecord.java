package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import io.strandline.common.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A run as it is kept, one row of {@code sink.runs}: what it began with, and what it has come to.
 *
 * @param previousToken the scope's last before the run; null if it had none
 * @param owner the gateway that runs it
 */
public record RunRecord(
        RunId id,
        String sink,
        TableRef table,
        String connector,
        String datasetUri,
        WriteMode mode,
        List<String> key,
        @Nullable String scope,
        @Nullable CommitToken previousToken,
        String actor,
        String statementId,
        String owner,
        Instant startedAt,
        RunProgress progress) {
    public RunRecord {
        requireNonNull(id, "id");
        requireNonNull(sink, "sink");
        requireNonNull(table, "table");
        requireNonNull(connector, "connector");
        requireNonNull(datasetUri, "datasetUri");
        requireNonNull(mode, "mode");
        key = List.copyOf(key);
        requireNonNull(actor, "actor");
        requireNonNull(statementId, "statementId");
        requireNonNull(owner, "owner");
        requireNonNull(startedAt, "startedAt");
        requireNonNull(progress, "progress");
    }

    public RunState state() {
        return progress.state();
    }

    /** The last token that it moved its scope to; null if it moved none. */
    public @Nullable CommitToken token() {
        return progress.token();
    }

    public RunCounts counts() {
        return progress.counts();
    }

    /** Whether what undoes it was dropped. */
    public boolean forgotten() {
        return progress.forgotten();
    }

    /** Whether it was undone. */
    public boolean isRolledBack() {
        return progress.rolledBackAt() != null;
    }

    /**
     * Whether something of it is in the destination, or may be: it is whole, its counts say so, or nobody knows what its gateway
     * did after it counted last.
     */
    public boolean mayHaveLanded() {
        return switch (state()) {
            case ABORTED, CANCELLED, FAILED -> counts().accepted() > 0 || token() != null || !counts().isBalanced();
            case RUNNING, COMMITTING, CANCELLING, DONE, INTERRUPTED, UNKNOWN -> true;
        };
    }

    /** With that state. */
    public RunRecord with(RunState other) {
        return with(progress.with(other));
    }

    /** With those counts so far. */
    public RunRecord with(RunCounts others, long trips, @Nullable CommitToken last) {
        return with(progress.with(others, trips, last));
    }

    /** Ended so. */
    public RunRecord ended(RunState end, Instant at, @Nullable String why, List<String> outputs) {
        return with(progress.ended(end, at, why, outputs));
    }

    /** Rolled back then. */
    public RunRecord rolledBack(Instant at) {
        return with(progress.rolledBack(at));
    }

    /** With nothing left to undo it. */
    public RunRecord asForgotten() {
        return with(progress.asForgotten());
    }

    private RunRecord with(RunProgress other) {
        return new RunRecord(
                id,
                sink,
                table,
                connector,
                datasetUri,
                mode,
                key,
                scope,
                previousToken,
                actor,
                statementId,
                owner,
                startedAt,
                other);
    }

    /** The call that ends it, if someone has to. */
    public Optional<String> fixSql() {
        return state().isInFlight() ? Optional.of("CALL sink.abort_run('" + id + "')") : Optional.empty();
    }
}
