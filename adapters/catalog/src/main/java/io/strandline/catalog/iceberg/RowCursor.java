package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** The rows of one data file that are not deleted. */
final class RowCursor extends FileCursor<@Nullable Object[]> {
    private static final int MOST_ROWS = 1024;
    /** Bytes of the file, compressed as it is, that one batch may stand for. */
    private static final long BATCH_BYTES = 1 << 20;

    private final ScanReading reading;
    private final FileScanTask task;
    private @Nullable CloseableIterable<Record> file;
    private @Nullable CloseableIterator<Record> rows;

    RowCursor(ScanReading reading, FileScanTask task) {
        this.reading = reading;
        this.task = task;
    }

    @Override
    List<@Nullable Object[]> batch() {
        return reading.reading(task, () -> {
            if (rows == null) {
                file = reading.open(task);
                rows = file.iterator();
            }
            List<@Nullable Object[]> batch = new ArrayList<>();
            int most = rowsInABatch();
            while (batch.size() < most && !ended() && rows.hasNext()) {
                batch.add(reading.values(rows.next()));
            }
            return batch;
        });
    }

    /** Wide rows come in small batches, so that what is read ahead is bounded in bytes. */
    private int rowsInABatch() {
        long bytesOfARow = Math.max(
                1, task.file().fileSizeInBytes() / Math.max(1, task.file().recordCount()));
        return (int) Math.max(1, Math.min(MOST_ROWS, BATCH_BYTES / bytesOfARow));
    }

    @Override
    void close() {
        try {
            if (rows != null) {
                rows.close();
            }
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
