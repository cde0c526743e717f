package io.strandline.sink.iceberg;

import io.strandline.common.TableRef;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.expressions.Expressions;

/**
 * Undoes an overwrite: the main branch goes back to what was before, and gets a snapshot upon it that says so, and that has exactly the
 * files of before. The run's own snapshot stays in the history.
 */
record OverwriteUndo(
        RunTrace trace,
        Snapshot current,
        FoundConflicts found,
        RollbackOptions options,
        SinkCallContext context,
        RowCounts counts)
        implements Undo {
    static Undo of(
            TableRef ref,
            Table table,
            RunTrace trace,
            RollbackOptions options,
            SinkCallContext context,
            RowCounts counts) {
        FoundConflicts found = new FoundConflicts(options.laterRuns());
        LaterChanges.find(trace, found);
        EvolvedColumns.since(ref, table, Objects.requireNonNull(trace.kept()), trace.nothingBefore())
                .ifPresent(found::add);
        return new OverwriteUndo(trace, table.currentSnapshot(), found, options, context, counts);
    }

    @Override
    public boolean isAllowed() {
        return found.isAllowed(options);
    }

    @Override
    public boolean isNothing() {
        return false;
    }

    @Override
    public void apply(Table table) {
        RunId run = trace.run();
        if (trace.nothingBefore()) {
            Undo.marked(table.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()), run)
                    .commit();
            return;
        }
        TableOperations operations = RunCommit.operations(table);
        TableMetadata base = operations.current();
        operations.commit(
                base,
                TableMetadata.buildFrom(base)
                        .setBranchSnapshot(Objects.requireNonNull(trace.kept()).snapshotId(), SnapshotRef.MAIN_BRANCH)
                        .build());
        Undo.marked(table.newFastAppend(), run).commit();
    }

    @Override
    public RollbackOutcome outcome(boolean applied) {
        Optional<Snapshot> before = trace.nothingBefore() ? Optional.empty() : Optional.ofNullable(trace.kept());
        long deleted = counts.of(current, context).orElse(0);
        long restored =
                before.map(snapshot -> counts.of(snapshot, context).orElse(0)).orElse(0L);
        return new RollbackOutcome(applied, deleted, restored, found.listed(), found.count(), found.note(applied));
    }
}
