package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.StagingGroup;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.util.SnapshotUtil;
import org.jspecify.annotations.Nullable;

/**
 * Overwrite (SNK-7): the new rows are committed to a branch, to which the main branch is moved at the end. If others commit to the main
 * branch meanwhile, the branch is made anew upon theirs with the same files. Used by one thread.
 */
final class IcebergStaging implements StagingGroup {
    private final IcebergTarget target;
    private final RunWriter writer;
    private @Nullable RunCommit staged;

    IcebergStaging(IcebergTarget target, RunWriter writer) {
        this.target = target;
        this.writer = writer;
    }

    @Override
    public void begin(SinkCallContext context) {
        String branch = Marks.stage(context.run());
        target.commit(
                table -> {
                    if (table.refs().containsKey(branch)) {
                        return false;
                    }
                    table.manageSnapshots().createBranch(branch).commit();
                    return true;
                },
                context);
    }

    /** Commits the run's rows to the branch. */
    void flush(SinkCallContext context) {
        RunCommit commit = writer.prepared(writer.stagedStamp(), context);
        String branch = Marks.stage(context.run());
        writer.send(commit, table -> stage(commit, table, branch), table -> isHead(commit, table, branch), context);
        writer.staged();
        staged = commit;
    }

    private static boolean stage(RunCommit commit, Table table, String branch) {
        commit.requireStillWanted(table);
        requireStaged(commit, table, branch);
        if (isHead(commit, table, branch)) {
            return false;
        }
        moveToMain(table, branch);
        commit.stage(table, branch);
        return true;
    }

    @Override
    public void commit(SinkCallContext context) {
        RunCommit commit = staged;
        if (commit == null) {
            flush(context);
            commit = staged;
        }
        if (commit == null) {
            throw new IllegalStateException("nothing is staged");
        }
        RunCommit ready = commit;
        writer.send(ready, table -> replace(ready, table), table -> isMain(ready, table), context);
        writer.landed();
        staged = null;
    }

    private static boolean replace(RunCommit commit, Table table) {
        if (isMain(commit, table)) {
            return false;
        }
        commit.requireOwnScope(table);
        String branch = Marks.stage(commit.context().run());
        requireStaged(commit, table, branch);
        Snapshot main = table.currentSnapshot();
        if (!isHead(commit, table, branch) || (main != null && !isParent(main, table, branch))) {
            moveToMain(table, branch);
            commit.stage(table, branch);
        }
        TableOperations operations = RunCommit.operations(table);
        TableMetadata base = operations.current();
        operations.commit(
                base,
                TableMetadata.buildFrom(base)
                        .setBranchSnapshot(base.ref(branch).snapshotId(), SnapshotRef.MAIN_BRANCH)
                        .removeRef(branch)
                        .build());
        commit.keepUndo(table, main);
        commit.moveToken(table);
        return true;
    }

    /** A branch that has been taken away was aborted by somebody. */
    private static void requireStaged(RunCommit commit, Table table, String branch) {
        if (!table.refs().containsKey(branch)) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    commit.ref() + ": branch " + branch + ", on which the run is staged, is gone: the run was aborted."
                            + " Nothing was changed; begin another run.");
        }
    }

    private static void moveToMain(Table table, String branch) {
        Snapshot main = table.currentSnapshot();
        SnapshotRef staged = table.refs().get(branch);
        if (main != null && staged != null && staged.snapshotId() != main.snapshotId()) {
            TableOperations operations = RunCommit.operations(table);
            TableMetadata base = operations.current();
            operations.commit(
                    base,
                    TableMetadata.buildFrom(base)
                            .setBranchSnapshot(main.snapshotId(), branch)
                            .build());
        }
    }

    private static boolean isParent(Snapshot main, Table table, String branch) {
        SnapshotRef staged = table.refs().get(branch);
        Long parent =
                staged == null ? null : table.snapshot(staged.snapshotId()).parentId();
        return parent != null && parent == main.snapshotId();
    }

    private static boolean isHead(RunCommit commit, Table table, String branch) {
        return Optional.ofNullable(table.refs().get(branch))
                .map(ref -> table.snapshot(ref.snapshotId()))
                .filter(commit::made)
                .isPresent();
    }

    private static boolean isMain(RunCommit commit, Table table) {
        return StreamSupport.stream(SnapshotUtil.currentAncestors(table).spliterator(), false)
                .anyMatch(commit::made);
    }

    @Override
    public void abort(SinkCallContext context) {
        writer.discard();
        staged = null;
        if (target.find(context).isEmpty()) {
            return;
        }
        String branch = Marks.stage(context.run());
        target.commit(
                table -> {
                    if (!table.refs().containsKey(branch)) {
                        return false;
                    }
                    TableOperations operations = RunCommit.operations(table);
                    TableMetadata base = operations.current();
                    operations.commit(
                            base,
                            TableMetadata.buildFrom(base).removeRef(branch).build());
                    return true;
                },
                context);
    }

    @Override
    public Set<RunId> staged(SinkCallContext context) {
        Set<RunId> runs = new TreeSet<>();
        target.find(context)
                .ifPresent(open -> open.unwrap(Table.class)
                        .refs()
                        .keySet()
                        .forEach(ref -> Marks.staged(ref).ifPresent(runs::add)));
        return runs;
    }
}
