package io.strandline.sink.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.util.ContentFileUtil;
import org.jspecify.annotations.Nullable;

/**
 * Rows that a run deleted by deletion vectors and that are still deleted: they come back when the vectors of now are written
 * without them, beside what others deleted in the same files. Used by one thread.
 *
 * @param rows of the run, by data file; none in its own, which go as a whole
 * @param vectors of the table now, by data file
 * @param files that those are for
 */
record HiddenRows(
        Table table,
        RunTrace trace,
        Map<String, PositionDeleteIndex> rows,
        Map<String, DeleteFile> vectors,
        Map<String, DataFile> files) {

    /** Of a run that deletes no rows one by one. */
    static HiddenRows none(Table table, RunTrace trace) {
        return new HiddenRows(table, trace, Map.of(), Map.of(), Map.of());
    }

    /** Of a run with a key. */
    static HiddenRows of(Table table, RunTrace trace) {
        if (KeyedTables.version(table) < LineageRows.LEAST_VERSION) {
            return none(table, trace);
        }
        Map<String, DeleteFile> vectors = new HashMap<>();
        LiveFiles live = new LiveFiles(table);
        live.forEach(any -> {}, file -> {
            if (ContentFileUtil.isDV(file)) {
                vectors.put(Objects.requireNonNull(file.referencedDataFile()), file.copyWithoutStats());
            }
        });
        Map<String, DataFile> files = new HashMap<>();
        live.forEach(
                file -> {
                    if (vectors.containsKey(file.location())) {
                        files.put(file.location(), file.copyWithoutStats());
                    }
                },
                any -> {});
        VectorRows snapshots = new VectorRows(table);
        HiddenRows all = new HiddenRows(table, trace, Map.of(), vectors, files);
        Map<String, PositionDeleteIndex> rows = new HashMap<>();
        snapshots.of(trace.snapshots()).forEach((path, deleted) -> {
            PositionDeleteIndex still = all.still(path, deleted);
            if (still.isNotEmpty() && !trace.data().containsKey(path)) {
                rows.put(path, still);
            }
        });
        return new HiddenRows(table, trace, rows, vectors, files);
    }

    /** Whether nothing is to be written again, nor vectors of the run's own files to be taken out with these. */
    boolean isEmpty() {
        return rows.isEmpty() && vectors.keySet().stream().noneMatch(trace.data()::containsKey);
    }

    private PositionDeleteIndex still(String path, PositionDeleteIndex deleted) {
        DeleteFile vector = vectors.get(path);
        PositionDeleteIndex now =
                vector == null || !files.containsKey(path) ? null : new VectorRows(table).load(path, List.of(vector));
        return VectorRows.inBoth(deleted, now);
    }

    /** Hands over the keys of those rows. */
    void keys(KeyFiles reader, Consumer<@Nullable Object[]> keys) {
        rows.forEach((path, deleted) -> reader.read(file(path), deleted, keys));
    }

    /**
     * Hands over the keys of rows that others deleted since, and that are still deleted.
     *
     * @param unreadable takes files whose keys cannot be read
     */
    void later(
            KeyFiles reader, BiConsumer<Snapshot, @Nullable Object[]> keys, BiConsumer<Snapshot, DataFile> unreadable) {
        if (vectors.isEmpty()) {
            return;
        }
        VectorRows snapshots = new VectorRows(table);
        for (Snapshot snapshot : trace.standing()) {
            snapshots.of(snapshot).forEach((path, deleted) -> {
                PositionDeleteIndex still = still(path, deleted);
                if (still.isEmpty()) {
                    return;
                }
                if (KeyFiles.isReadable(file(path))) {
                    reader.read(file(path), still, values -> keys.accept(snapshot, values));
                } else {
                    unreadable.accept(snapshot, file(path));
                }
            });
        }
    }

    private DataFile file(String path) {
        return Objects.requireNonNull(files.get(path));
    }

    /** Has the rows back with that change. */
    void restore(RowDelta delta) {
        List<DeleteFile> replaced = new ArrayList<>();
        vectors.forEach((path, vector) -> {
            if (trace.data().containsKey(path)) {
                replaced.add(vector);
            }
        });
        BaseDVFileWriter writer =
                new BaseDVFileWriter(RunFiles.vectors(table, trace.run().text()), any -> null);
        try (writer) {
            rows.forEach((path, deleted) -> {
                DeleteFile vector = Objects.requireNonNull(vectors.get(path));
                PositionDeleteIndex left =
                        VectorRows.without(new VectorRows(table).load(path, List.of(vector)), deleted);
                if (left.isNotEmpty()) {
                    DataFile file = file(path);
                    writer.delete(path, left, table.specs().get(file.specId()), file.partition());
                }
                replaced.add(vector);
            });
        } catch (IOException e) {
            throw new UncheckedIOException("a deletion vector cannot be written", e);
        }
        replaced.forEach(delta::removeDeletes);
        writer.result().deleteFiles().forEach(delta::addDeletes);
    }
}
