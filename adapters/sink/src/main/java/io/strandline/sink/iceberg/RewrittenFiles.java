package io.strandline.sink.iceberg;

import io.strandline.sink.RollbackConflict.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** Finds files that were taken out of a table since a run, and without which it cannot be undone (SNK-11). */
record RewrittenFiles(Table table, RunTrace trace) {
    /**
     * Finds them.
     *
     * @param data files of the run that are still there
     * @param deletes files of deletes of the run that are
     * @param keyed whether the run hid rows of earlier files, which have to be there too
     * @param lineage takes the files whose rows can be found where they are now
     */
    void find(Set<String> data, Set<String> deletes, boolean keyed, LineageRows lineage, FoundConflicts found) {
        Map<String, Snapshot> removed = new HashMap<>();
        Map<String, Snapshot> earlier = new HashMap<>();
        long last = trace.lastSequence();
        for (Snapshot snapshot : trace.later()) {
            if (snapshot.operation().equals(DataOperations.APPEND)) {
                continue;
            }
            SnapshotChanges changes =
                    SnapshotChanges.builderFor(table).snapshot(snapshot).build();
            for (DataFile file : changes.removedDataFiles()) {
                Long sequence = file.dataSequenceNumber();
                if (trace.data().containsKey(file.location())) {
                    removed.put(file.location(), snapshot);
                } else if ((sequence == null || sequence <= last)
                        && !snapshot.summary().containsKey(Marks.UNDONE)) {
                    earlier.put(file.location(), snapshot);
                }
            }
            for (DeleteFile file : changes.removedDeleteFiles()) {
                removed.put(DeleteIds.of(file), snapshot);
            }
        }
        Set<String> gone = missing(trace.data().keySet(), data);
        if (!keyed) {
            gone.removeIf(file -> isCarriedOver(trace.data().get(file), removed.get(file), lineage));
        }
        report(gone, removed, found);
        report(missing(trace.deletes().keySet(), deletes), removed, found);
        if (keyed) {
            report(earlier.keySet(), earlier, found);
        }
    }

    /** Whoever rewrites files changes no row, and on format version 3 keeps their ids. */
    private boolean isCarriedOver(@Nullable DataFile file, @Nullable Snapshot remover, LineageRows lineage) {
        return file != null
                && remover != null
                && remover.operation().equals(DataOperations.REPLACE)
                && KeyedTables.version(table) >= LineageRows.LEAST_VERSION
                && lineage.lost(file);
    }

    private static Set<String> missing(Set<String> all, Set<String> there) {
        Set<String> missing = new HashSet<>(all);
        missing.removeAll(there);
        return missing;
    }

    private static void report(Set<String> files, Map<String, Snapshot> by, FoundConflicts found) {
        for (String file : new TreeSet<>(files)) {
            Snapshot remover = by.get(file);
            String who = remover == null ? "by a snapshot that is gone" : "by snapshot " + remover.snapshotId();
            found.add(
                    Kind.REWRITTEN_SINCE,
                    file,
                    remover,
                    "the file was taken out of the table " + who + "; its rows may be in other files now");
        }
    }
}
