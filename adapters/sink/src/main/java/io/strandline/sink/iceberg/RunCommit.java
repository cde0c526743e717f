package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.CommitStamp;
import io.strandline.sink.CommitToken;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.io.DeleteWriteResult;
import org.jspecify.annotations.Nullable;

/**
 * One commit of a run: its files, its token and what undoes it, all or none (SNK-5). Made ready anew for each attempt, and each time
 * it looks first whether an attempt before landed whose answer was lost (SNK-6).
 *
 * @param uuid of the table for which the files were made
 * @param id the same for all attempts
 * @param stamp null for a run without tokens
 * @param unneeded takes locations of files of keys that the last attempt did without, since it found their rows; null to leave
 *     that to readers
 * @param retired runs that nothing needs to undo once this has landed (SNK-13)
 */
record RunCommit(
        TableRef ref,
        UUID uuid,
        String id,
        List<FileGroup> groups,
        @Nullable CommitStamp stamp,
        @Nullable List<String> unneeded,
        Set<RunId> retired,
        SinkCallContext context) {
    RunCommit {
        groups = List.copyOf(groups);
        retired = Set.copyOf(retired);
    }

    /** Adds the groups to the table, each as a snapshot; false if it is done already. */
    boolean add(Table table) {
        if (hasLanded(table)) {
            return false;
        }
        requireOwnScope(table);
        if (unneeded != null) {
            unneeded.clear();
        }
        Snapshot before = table.currentSnapshot();
        for (FileGroup group : groups) {
            if (group.deletes().isEmpty()) {
                AppendFiles append = table.newAppend();
                group.data().forEach(append::appendFile);
                mark(append, before);
                append.commit();
            } else {
                RowDelta delta = table.newRowDelta();
                group.data().forEach(delta::addRows);
                delete(table, group, delta);
                mark(delta, before);
                delta.commit();
            }
        }
        if (!groups.isEmpty()) {
            keepUndo(table, before);
        }
        moveToken(table);
        return true;
    }

    /** By position where the rows can be found, else by key. */
    private void delete(Table table, FileGroup group, RowDelta delta) {
        List<DeleteFile> keys = group.deletes();
        Optional<DeleteWriteResult> vectors = unneeded == null
                ? Optional.empty()
                : FoundRows.delete(table, group, context.run().text());
        if (unneeded == null || vectors.isEmpty()) {
            keys.forEach(delta::addDeletes);
            return;
        }
        if (table.currentSnapshot() != null) {
            // the rows were found in this very state, and with them the vectors that are there already
            delta.validateFromSnapshot(table.currentSnapshot().snapshotId());
        }
        delta.set(Marks.KEY, Marks.ids(keys.get(0).equalityFieldIds()));
        vectors.orElseThrow().deleteFiles().forEach(delta::addDeletes);
        vectors.orElseThrow().rewrittenDeleteFiles().forEach(delta::removeDeletes);
        keys.forEach(file -> unneeded.add(file.location()));
    }

    /** Puts the groups in place of all rows, on a branch. */
    void stage(Table table, String branch) {
        Snapshot before = table.currentSnapshot();
        OverwriteFiles overwrite = table.newOverwrite().overwriteByRowFilter(Expressions.alwaysTrue());
        groups.forEach(group -> group.data().forEach(overwrite::addFile));
        mark(overwrite, before);
        overwrite.toBranch(branch).commit();
    }

    /** Whether a snapshot is of this commit. */
    boolean made(Snapshot snapshot) {
        return id.equals(snapshot.summary().get(Marks.COMMIT));
    }

    /** Whether the table has this commit. */
    boolean hasLanded(Table table) {
        return StreamSupport.stream(table.snapshots().spliterator(), false).anyMatch(this::made)
                || (stamp != null && id.equals(table.properties().get(commitProperty(stamp.scope()))));
    }

    /**
     * Whoever moved the scope on wrote these rows too.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED}
     */
    void requireOwnScope(Table table) {
        requireStillWanted(table);
        if (stamp == null) {
            return;
        }
        Optional<CommitToken> last = Marks.token(table.properties(), stamp.scope());
        if (last.isPresent() && last.orElseThrow().covers(stamp.token())) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref + ": another run moved scope " + stamp.scope() + " to " + last.orElseThrow()
                            + " meanwhile, which covers " + stamp.token()
                            + ". Nothing was written; let one run at a time use a scope.");
        }
    }

    /**
     * Looked at with each attempt: others may have taken the run's gateway for dead meanwhile.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED}
     */
    void requireStillWanted(Table table) {
        requireSameTable(table);
        if (table.properties().containsKey(Marks.givenUp(context.run()))) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref + ": run " + context.run()
                            + " was given up by abort_run: nothing more of it is written. Begin another run.");
        }
    }

    /** Files that were made for a table belong to no other of its name. */
    void requireSameTable(Table table) {
        if (!uuid.equals(table.uuid())) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    ref
                            + " was replaced by another table while the run wrote. Nothing was changed; begin the run again.");
        }
    }

    void mark(SnapshotUpdate<?> update, @Nullable Snapshot before) {
        update.set(Marks.ENGINE, "strandline");
        update.set(Marks.RUN, context.run().text());
        update.set(Marks.SINK, context.sink());
        update.set(Marks.MODE, context.mode().text());
        update.set(Marks.COMMIT, id);
        if (before == null) {
            update.set(Marks.FIRST, "true");
        }
        if (stamp != null) {
            update.set(Marks.SCOPE, stamp.scope());
            update.set(Marks.TOKEN, stamp.token().text());
        }
    }

    /**
     * Tags what was before the run, once; where nothing was, its own first snapshot, so that it is known to be kept. The tags of
     * runs past retention go.
     *
     * @param before null for a table without snapshot
     */
    void keepUndo(Table table, @Nullable Snapshot before) {
        String tag = Marks.tag(context.run());
        if (table.refs().containsKey(tag)) {
            return;
        }
        Snapshot kept = before == null ? table.currentSnapshot() : before;
        TableOperations operations = operations(table);
        TableMetadata base = operations.current();
        TableMetadata.Builder builder = TableMetadata.buildFrom(base)
                .setRef(tag, SnapshotRef.tagBuilder(kept.snapshotId()).build());
        retired.stream().map(Marks::tag).filter(base.refs()::containsKey).forEach(builder::removeRef);
        builder.removeProperties(retired.stream()
                .map(Marks::givenUp)
                .filter(base.properties()::containsKey)
                .collect(Collectors.toSet()));
        operations.commit(base, builder.build());
    }

    /** Moves the scope to the token, where expiry, rollback and commits of others leave it. */
    void moveToken(Table table) {
        if (stamp == null) {
            return;
        }
        Map<String, String> moved = new HashMap<>();
        moved.put(Marks.property(stamp.scope()), stamp.token().text());
        moved.put(commitProperty(stamp.scope()), id);
        TableOperations operations = operations(table);
        TableMetadata base = operations.current();
        operations.commit(
                base, TableMetadata.buildFrom(base).setProperties(moved).build());
    }

    /** Which commit moved the scope last: with it a lost answer is found again though the snapshot has expired. */
    static String commitProperty(String scope) {
        return Marks.MOVED_BY + scope;
    }

    static TableOperations operations(Table table) {
        return ((HasTableOperations) table).operations();
    }
}
