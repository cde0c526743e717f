package io.strandline.sink.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.MetadataColumns;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.BaseDeleteLoader;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.deletes.BaseDVFileWriter;
import org.apache.iceberg.deletes.PositionDeleteIndex;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.DeleteWriteResult;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.util.ContentFileUtil;
import org.jspecify.annotations.Nullable;

/**
 * Rows of an append that were carried into other files since: on format version 3 each keeps its row id there (Iceberg spec, row
 * lineage), and a deletion vector takes it out (SNK-11). Used by one thread.
 */
final class LineageRows {
    /** The first format version whose rows have ids. */
    static final int LEAST_VERSION = 3;

    private static final Schema ROW = new Schema(MetadataColumns.ROW_ID, MetadataColumns.ROW_POSITION);

    /** First row id to the one after the last, of each file of the run that is gone. */
    private final NavigableMap<Long, Long> ranges = new TreeMap<>();

    private final List<DataFile> candidates = new ArrayList<>();
    private final Map<String, DeleteFile> vectors = new HashMap<>();
    private final long firstSequence;
    private long found = -1;

    /**
     * Nothing yet.
     *
     * @param firstSequence sequence number of the run's first snapshot: in files before it there is no row of the run
     */
    LineageRows(long firstSequence) {
        this.firstSequence = firstSequence;
    }

    /** A file of the run that is gone; false if its rows have no ids. */
    boolean lost(DataFile file) {
        Long first = file.firstRowId();
        if (first == null) {
            return false;
        }
        ranges.put(first, first + file.recordCount());
        return true;
    }

    /** A file that its rows may be in now. */
    void see(DataFile file) {
        if (file.fileSequenceNumber() != null && file.fileSequenceNumber() >= firstSequence) {
            candidates.add(file.copyWithoutStats());
        }
    }

    /** Deletes that files of now have already. */
    void see(DeleteFile file) {
        if (ContentFileUtil.isDV(file) && file.fileSequenceNumber() >= firstSequence) {
            vectors.put(String.valueOf(file.referencedDataFile()), file.copyWithoutStats());
        }
    }

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    /** Rows that were found; before they are looked for, those that may be. */
    long rows() {
        return found >= 0
                ? found
                : ranges.entrySet().stream()
                        .mapToLong(range -> range.getValue() - range.getKey())
                        .sum();
    }

    private boolean isOfRun(long rowId) {
        Map.Entry<Long, Long> range = ranges.floorEntry(rowId);
        return range != null && rowId < range.getValue();
    }

    /**
     * Writes deletion vectors for the rows.
     *
     * @return null if no row of the run is anywhere any more
     */
    @Nullable
    DeleteWriteResult write(Table table, String run) {
        BaseDeleteLoader loader = new BaseDeleteLoader(file -> table.io().newInputFile(file));
        BaseDVFileWriter writer = new BaseDVFileWriter(RunFiles.vectors(table, run), path -> before(loader, path));
        long deleted = 0;
        try (writer) {
            for (DataFile file : candidates) {
                deleted += delete(table, file, writer);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a deletion vector cannot be written", e);
        }
        found = deleted;
        return deleted == 0 ? null : writer.result();
    }

    private @Nullable PositionDeleteIndex before(BaseDeleteLoader loader, String path) {
        DeleteFile vector = vectors.get(path);
        return vector == null ? null : loader.loadPositionDeletes(List.of(vector), path);
    }

    /** Deletes the rows of the run in a file. */
    private long delete(Table table, DataFile file, BaseDVFileWriter writer) throws IOException {
        Map<Integer, Object> constants = new HashMap<>();
        if (file.firstRowId() != null) {
            constants.put(MetadataColumns.ROW_ID.fieldId(), file.firstRowId());
        }
        long deleted = 0;
        try (CloseableIterable<Record> records = Parquet.read(table.io().newInputFile(file.location()))
                .project(ROW)
                .createReaderFunc(message -> GenericParquetReaders.buildReader(ROW, message, constants))
                .build()) {
            for (Record record : records) {
                Long id = (Long) record.get(0);
                Long position = (Long) record.get(1);
                if (id != null && isOfRun(id)) {
                    writer.delete(
                            file.location(),
                            Objects.requireNonNull(position),
                            table.specs().get(file.specId()),
                            file.partition());
                    deleted++;
                }
            }
        }
        return deleted;
    }
}
