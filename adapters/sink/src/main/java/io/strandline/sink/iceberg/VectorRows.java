package io.strandline.sink.iceberg;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.deletes.Deletes;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.util.ContentFileUtil;
import org.jspecify.annotations.Nullable;

/**
 * Which rows snapshots deleted by deletion vectors: a vector has all rows of its data file that are deleted, so that those of a
 * snapshot are in the vector that it added and not in the one that this took the place of. Used by one thread.
 */
record VectorRows(Table table) {
    /**
     * The positions by data file; no data file without any.
     */
    Map<String, PositionDeleteIndex> of(Snapshot snapshot) {
        SnapshotChanges changes =
                SnapshotChanges.builderFor(table).snapshot(snapshot).build();
        List<DeleteFile> added = new ArrayList<>();
        changes.addedDeleteFiles().forEach(file -> {
            if (ContentFileUtil.isDV(file)) {
                added.add(file.copyWithoutStats());
            }
        });
        if (added.isEmpty()) {
            return Map.of();
        }
        Map<String, List<DeleteFile>> before = new HashMap<>();
        changes.removedDeleteFiles().forEach(file -> {
            if (ContentFileUtil.isDV(file)) {
                before.put(Objects.requireNonNull(file.referencedDataFile()), List.of(file.copyWithoutStats()));
            }
        });
        Map<String, PositionDeleteIndex> rows = new HashMap<>();
        for (DeleteFile vector : added) {
            String path = Objects.requireNonNull(vector.referencedDataFile());
            PositionDeleteIndex left =
                    without(load(path, List.of(vector)), load(path, before.getOrDefault(path, List.of())));
            if (left.isNotEmpty()) {
                rows.put(path, left);
            }
        }
        return rows;
    }

    /** Those of all snapshots. */
    Map<String, PositionDeleteIndex> of(List<Snapshot> snapshots) {
        Map<String, PositionDeleteIndex> all = new HashMap<>();
        for (Snapshot snapshot : snapshots) {
            of(snapshot).forEach((path, rows) -> all.merge(path, rows, VectorRows::both));
        }
        return all;
    }

    private static PositionDeleteIndex both(PositionDeleteIndex one, PositionDeleteIndex other) {
        one.merge(other);
        return one;
    }

    /** All rows that those delete. */
    PositionDeleteIndex load(String path, List<DeleteFile> deletes) {
        return deletes.isEmpty()
                ? PositionDeleteIndex.empty()
                : new BaseDeleteLoader(file -> table.io().newInputFile(file)).loadPositionDeletes(deletes, path);
    }

    /** What is in the first, and not in the second. */
    static PositionDeleteIndex without(PositionDeleteIndex all, PositionDeleteIndex less) {
        List<Long> left = new ArrayList<>();
        all.forEach(position -> {
            if (!less.isDeleted(position)) {
                left.add(position);
            }
        });
        return Deletes.toPositionIndex(CloseableIterable.withNoopClose(left));
    }

    /** What is in both. */
    static PositionDeleteIndex inBoth(PositionDeleteIndex one, @Nullable PositionDeleteIndex other) {
        List<Long> both = new ArrayList<>();
        one.forEach(position -> {
            if (other != null && other.isDeleted(position)) {
                both.add(position);
            }
        });
        return Deletes.toPositionIndex(CloseableIterable.withNoopClose(both));
    }
}
