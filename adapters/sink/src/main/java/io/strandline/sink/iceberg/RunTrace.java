package io.strandline.sink.iceberg;

import io.strandline.sink.RunId;
import io.strandline.sink.WriteMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.ContentFileUtil;
import org.apache.iceberg.util.SnapshotUtil;
import org.jspecify.annotations.Nullable;

/**
 * What the history of a table's main branch knows of a run.
 *
 * @param snapshots of the run, oldest first
 * @param later snapshots since its first that are not its own, newest first
 * @param undone the snapshot that undid it; null if none did
 * @param kept the snapshot that its tag keeps; null without the tag
 * @param nothingBefore whether the table had no snapshot before the run
 * @param data files that it added, by location
 * @param deletes files of keys that it added, by location
 * @param key ids of the columns of its key where it deleted by position; else empty
 * @param all snapshots that the table has, by id
 */
record RunTrace(
        RunId run,
        List<Snapshot> snapshots,
        List<Snapshot> later,
        @Nullable Snapshot undone,
        @Nullable Snapshot kept,
        boolean nothingBefore,
        Map<String, DataFile> data,
        Map<String, DeleteFile> deletes,
        List<Integer> key,
        Map<Long, Snapshot> all) {

    /** What the table knows now. */
    static RunTrace of(RunId run, Table table) {
        List<Snapshot> ancestors = new ArrayList<>();
        SnapshotUtil.currentAncestors(table).forEach(ancestors::add);
        List<Snapshot> own = Marks.of(run, ancestors);
        List<Snapshot> later = own.isEmpty()
                ? List.of()
                : ancestors.stream()
                        .takeWhile(
                                snapshot -> snapshot.snapshotId() != own.get(0).snapshotId())
                        .filter(snapshot -> !own.contains(snapshot))
                        .toList();
        Snapshot undone = ancestors.stream()
                .filter(snapshot -> run.text().equals(snapshot.summary().get(Marks.UNDONE)))
                .findFirst()
                .orElse(null);
        SnapshotRef tag = table.refs().get(Marks.tag(run));
        Map<Long, Snapshot> all = new HashMap<>();
        table.snapshots().forEach(snapshot -> all.put(snapshot.snapshotId(), snapshot));
        Map<String, DataFile> data = new LinkedHashMap<>();
        Map<String, DeleteFile> deletes = new LinkedHashMap<>();
        if (tag != null && undone == null) {
            for (Snapshot snapshot : own) {
                SnapshotChanges changes =
                        SnapshotChanges.builderFor(table).snapshot(snapshot).build();
                changes.addedDataFiles().forEach(file -> data.put(file.location(), file.copyWithoutStats()));
                for (DeleteFile file : changes.addedDeleteFiles()) {
                    if (!ContentFileUtil.isDV(file)) {
                        deletes.put(file.location(), file.copyWithoutStats());
                    }
                }
            }
        }
        return new RunTrace(
                run,
                own,
                later,
                undone,
                tag == null ? null : table.snapshot(tag.snapshotId()),
                !own.isEmpty() && own.get(0).summary().containsKey(Marks.FIRST),
                data,
                deletes,
                own.stream()
                        .map(Marks::key)
                        .filter(ids -> !ids.isEmpty())
                        .findFirst()
                        .orElse(List.of()),
                all);
    }

    /** How its rows were written. */
    Optional<WriteMode> mode() {
        return snapshots.stream().findFirst().flatMap(Marks::mode);
    }

    /** Whether its first snapshot on the main branch is the one that its tag was set for. */
    boolean beginsAtKept() {
        return !snapshots.isEmpty()
                && (nothingBefore ? isKept(snapshots.get(0).snapshotId()) : isUponKept(snapshots.get(0)));
    }

    /** Whether the main branch was set back to the very snapshot that the run was committed upon. */
    boolean wasLeftAtKept() {
        return snapshots.isEmpty() && Marks.of(run, all.values()).stream().anyMatch(this::isUponKept);
    }

    private boolean isUponKept(Snapshot snapshot) {
        return snapshot.parentId() != null && isKept(snapshot.parentId());
    }

    private boolean isKept(long id) {
        return kept != null && id == kept.snapshotId();
    }

    /** Sequence number of its first snapshot. */
    long firstSequence() {
        return snapshots.get(0).sequenceNumber();
    }

    /** Sequence number of its last snapshot. */
    long lastSequence() {
        return snapshots.get(snapshots.size() - 1).sequenceNumber();
    }

    /** The snapshot upon which one of its own was committed; null if that has expired. */
    @Nullable
    Snapshot parentOf(Snapshot snapshot) {
        return snapshot.parentId() == null ? null : all.get(snapshot.parentId());
    }

    /** The later snapshots that changed rows and stand: neither undone nor what undid others. */
    List<Snapshot> standing() {
        Set<String> undoneRuns = later.stream()
                .map(snapshot -> snapshot.summary().get(Marks.UNDONE))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        return later.stream()
                .filter(snapshot -> !snapshot.operation().equals(DataOperations.REPLACE)
                        && !snapshot.summary().containsKey(Marks.UNDONE)
                        && !undoneRuns.contains(snapshot.summary().get(Marks.RUN)))
                .toList();
    }

    /** The later snapshots by sequence number. */
    Map<Long, Snapshot> laterBySequence() {
        Map<Long, Snapshot> map = new HashMap<>();
        later.forEach(snapshot -> map.put(snapshot.sequenceNumber(), snapshot));
        return map;
    }
}
