package io.strandline.sink.iceberg;

import io.strandline.common.TableRef;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteMode;
import java.util.List;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** How a run is undone on one state of its table, decided before anything is changed (SNK-10, SNK-11). */
sealed interface Undo permits Undo.Nothing, Undo.Refused, FilesUndo, OverwriteUndo {
    /** Decides it. */
    static Undo of(TableRef ref, Table table, RollbackOptions options, SinkCallContext context, RowCounts counts) {
        RunId run = context.run();
        RunTrace trace = RunTrace.of(run, table);
        Snapshot undone = trace.undone();
        if (undone != null) {
            return new Nothing("There is nothing to undo: snapshot " + undone.snapshotId() + " rolled the run back.");
        }
        Undo none = withoutHistory(ref, table, trace);
        if (none != null) {
            return none;
        }
        WriteMode mode = trace.mode().orElse(context.mode());
        return mode == WriteMode.OVERWRITE
                ? OverwriteUndo.of(ref, table, trace, options, context, counts)
                : FilesUndo.of(ref, table, trace, mode, options, context, counts);
    }

    /** What is to say of a run that the history cannot undo; null if it can. */
    private static @Nullable Undo withoutHistory(TableRef ref, Table table, RunTrace trace) {
        RunHistory history = RunHistory.of(table, trace.kept());
        if (trace.kept() == null && !trace.snapshots().isEmpty()) {
            Long parent = trace.snapshots().get(0).parentId();
            boolean gone = !trace.nothingBefore() && (parent == null || table.snapshot(parent) == null);
            return gone
                    ? refused(Kind.HISTORY_GONE, ref, "the snapshot before the run has expired")
                    : refused(
                            Kind.NOT_UNDOABLE,
                            ref,
                            "tag " + Marks.tag(trace.run()) + ", which kept what was before, is gone");
        }
        if (history == RunHistory.GONE) {
            return refused(
                    Kind.HISTORY_GONE,
                    ref,
                    "snapshots since the run began have expired, and commits of it may be among them");
        }
        boolean left = trace.kept() == null || history == RunHistory.LEFT || trace.wasLeftAtKept();
        if (left) {
            return RunLeftovers.has(table, trace.run())
                    ? refused(Kind.HISTORY_GONE, ref, "no snapshot tells of the run, and its files are there")
                    : new Nothing("There is nothing to undo: " + ref + " has nothing of the run.");
        }
        return trace.beginsAtKept()
                ? null
                : refused(
                        Kind.HISTORY_GONE,
                        ref,
                        "tag " + Marks.tag(trace.run()) + " does not keep what was before the run: somebody moved it");
    }

    private static Undo refused(Kind kind, TableRef ref, String detail) {
        return new Refused(List.of(new RollbackConflict(kind, ref.toString(), null, detail)));
    }

    /** Whether it may be done. */
    boolean isAllowed();

    /** Whether it changes nothing. */
    boolean isNothing();

    /** Does it, as a new snapshot. */
    void apply(Table table);

    /** What it did, or would do; counts what it has to. */
    RollbackOutcome outcome(boolean applied);

    /** What all snapshots say that undo a run. */
    static <T extends SnapshotUpdate<T>> T marked(T update, RunId run) {
        return update.set(Marks.ENGINE, "strandline").set(Marks.UNDONE, run.text());
    }

    /** A run of which the table has nothing, or nothing more. */
    record Nothing(String note) implements Undo {
        @Override
        public boolean isAllowed() {
            return true;
        }

        @Override
        public boolean isNothing() {
            return true;
        }

        @Override
        public void apply(Table table) {
            throw new IllegalStateException("there is nothing to undo");
        }

        @Override
        public RollbackOutcome outcome(boolean applied) {
            return new RollbackOutcome(applied, 0, 0, List.of(), 0, note);
        }
    }

    /** A run that cannot be undone at all. */
    record Refused(List<RollbackConflict> conflicts) implements Undo {
        @Override
        public boolean isAllowed() {
            return false;
        }

        @Override
        public boolean isNothing() {
            return true;
        }

        @Override
        public void apply(Table table) {
            throw new IllegalStateException("it is refused");
        }

        @Override
        public RollbackOutcome outcome(boolean applied) {
            return new RollbackOutcome(false, 0, 0, conflicts, conflicts.size(), "Nothing was changed.");
        }
    }
}
