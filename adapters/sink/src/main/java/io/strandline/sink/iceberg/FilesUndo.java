package io.strandline.sink.iceberg;

import io.strandline.common.LongSet;
import io.strandline.common.TableRef;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.WriteMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.DeleteFiles;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.DeleteWriteResult;

/**
 * Undoes an append, an upsert or a delete by taking the run's files out of the table: without its deletes, the rows that they
 * hid are there again.
 *
 * @param data files of the run that are in the table
 * @param deletes its files of keys that are
 * @param hidden rows that it deleted by their places
 * @param keys of the run, by hash; empty for an append
 * @param lineage rows of an append that are in other files now
 * @param conflicting keys of it that were written since: forced, they too become what they were before
 */
record FilesUndo(
        RunTrace trace,
        WriteMode mode,
        Map<String, DataFile> data,
        Map<String, DeleteFile> deletes,
        HiddenRows hidden,
        LongSet keys,
        ConflictingKeys conflicting,
        LineageRows lineage,
        FoundConflicts found,
        RollbackOptions options,
        SinkCallContext context,
        RowCounts counts)
        implements Undo {
    static Undo of(
            TableRef ref,
            Table table,
            RunTrace trace,
            WriteMode mode,
            RollbackOptions options,
            SinkCallContext context,
            RowCounts counts) {
        Map<String, DataFile> data = new LinkedHashMap<>();
        Map<String, DeleteFile> deletes = new LinkedHashMap<>();
        LaterFiles later = new LaterFiles(trace);
        LineageRows lineage = new LineageRows(trace.firstSequence());
        new LiveFiles(table)
                .forEach(
                        file -> {
                            if (trace.data().containsKey(file.location())) {
                                data.put(file.location(), file.copyWithoutStats());
                            } else {
                                later.see(file);
                                lineage.see(file);
                            }
                        },
                        file -> {
                            lineage.see(file);
                            String id = DeleteIds.of(file);
                            if (trace.deletes().containsKey(id)) {
                                deletes.put(id, file.copyWithoutStats());
                            } else {
                                later.see(file);
                            }
                        });
        FoundConflicts found = new FoundConflicts(options.laterRuns());
        // a cleanup deletes by key too, whatever the mode
        boolean keyed = mode.isKeyed() || !trace.deletes().isEmpty();
        HiddenRows hidden = keyed ? HiddenRows.of(table, trace) : HiddenRows.none(table, trace);
        new RewrittenFiles(table, trace).find(data.keySet(), deletes.keySet(), keyed, lineage, found);
        LongSet keys = new LongSet();
        ConflictingKeys conflicting = new ConflictingKeys(List.of());
        if (keyed) {
            EvolvedColumns.since(ref, table, Objects.requireNonNull(trace.kept()), trace.nothingBefore())
                    .ifPresent(found::add);
            List<ContentFile<?>> written = new ArrayList<>(deletes.values());
            if (!trace.key().isEmpty()) {
                written.addAll(data.values());
            }
            conflicting = later.find(table, written, hidden, keys, found);
        }
        return new FilesUndo(
                trace, mode, data, deletes, hidden, keys, conflicting, lineage, found, options, context, counts);
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
        DeleteWriteResult vectors =
                lineage.isEmpty() ? null : lineage.write(table, trace.run().text());
        boolean whole = deletes.isEmpty() && hidden.isEmpty() && vectors == null;
        if (data.isEmpty() && whole) {
            // a later run took all of it away: what is left to say is that it is undone
            Undo.marked(table.newFastAppend(), trace.run()).commit();
        } else if (whole) {
            DeleteFiles delete = Undo.marked(table.newDelete(), trace.run());
            data.values().forEach(delete::deleteFile);
            delete.validateFilesExist().commit();
        } else {
            RowDelta delta = Undo.marked(table.newRowDelta(), trace.run());
            data.values().forEach(delta::removeRows);
            deletes.values().forEach(delta::removeDeletes);
            hidden.restore(delta);
            // what vectors are there already was looked at in this very state
            delta.validateFromSnapshot(table.currentSnapshot().snapshotId());
            if (vectors != null) {
                vectors.deleteFiles().forEach(delta::addDeletes);
                vectors.rewrittenDeleteFiles().forEach(delta::removeDeletes);
            }
            delta.commit();
        }
        if (!conflicting.isEmpty()) {
            FileGroup before = new RestoredRows(counts.target(), context)
                    .of(table, conflicting, trace.nothingBefore() ? null : trace.kept());
            RowDelta delta = Undo.marked(table.newRowDelta(), trace.run());
            before.data().forEach(delta::addRows);
            before.deletes().forEach(delta::addDeletes);
            delta.commit();
        }
    }

    @Override
    public RollbackOutcome outcome(boolean applied) {
        long written = data.values().stream().mapToLong(DataFile::recordCount).sum() + lineage.rows();
        List<RollbackConflict> conflicts = found.listed();
        long cleaned = cleaned();
        if (!mode.isKeyed()) {
            return new RollbackOutcome(applied, written, cleaned, conflicts, found.count(), found.note(applied));
        }
        OptionalLong grown = grown();
        if (grown.isEmpty()) {
            return new RollbackOutcome(
                    applied,
                    written,
                    cleaned,
                    conflicts,
                    found.count(),
                    found.note(applied) + " What came back is not counted: a snapshot between has expired.");
        }
        long created = grown.orElseThrow() + cleaned;
        return mode == WriteMode.DELETE
                ? new RollbackOutcome(applied, 0, -created, conflicts, found.count(), found.note(applied))
                : new RollbackOutcome(
                        applied, created, keys.size() - created, conflicts, found.count(), found.note(applied));
    }

    /** Rows that the run's cleanup deleted: its files of deletes have the columns of the scope too. */
    private long cleaned() {
        int least = mode.isKeyed() ? LaterFiles.keyOf(trace).size() : 0;
        return deletes.values().stream()
                .filter(file -> file.content() == FileContent.EQUALITY_DELETES)
                .filter(file -> file.equalityFieldIds().size() > least)
                .mapToLong(DeleteFile::recordCount)
                .sum();
    }

    /** By how many rows the run made the table grow; negative if it shrank. */
    private OptionalLong grown() {
        List<Snapshot> own = trace.snapshots();
        long rows = 0;
        for (int i = 0; i < own.size(); i++) {
            Snapshot snapshot = own.get(i);
            OptionalLong after = counts.of(snapshot, context);
            OptionalLong before = OptionalLong.of(0);
            if (!(i == 0 && trace.nothingBefore())) {
                Snapshot parent = i == 0 ? trace.kept() : trace.parentOf(snapshot);
                before = parent == null ? OptionalLong.empty() : counts.of(parent, context);
            }
            if (after.isEmpty() || before.isEmpty()) {
                return OptionalLong.empty();
            }
            rows += after.orElseThrow() - before.orElseThrow();
        }
        return OptionalLong.of(rows);
    }
}
