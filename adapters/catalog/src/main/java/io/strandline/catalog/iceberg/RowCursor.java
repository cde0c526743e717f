package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** The rows of one data file that are not deleted. */
final class RowCursor extends FileCursor<@Nullable Object[]> {
    private static final int MOST_ROWS = 1024;
    /** Bytes of the file, compressed as it is, that one batch may stand for. */
    private static final long BATCH_BYTES = 1 << 20;

    /** After so long a batch ends with what it has, were it nothing: a request that reads a file is short, however long the file. */
    private static final long BATCH_NANOS = 200_000_000;

    private final ScanReading reading;
    private final FileScanTask task;
    private final LongSupplier nanoTime;
    private ScanReading.@Nullable Opened file;
    private @Nullable CloseableIterator<Record> rows;

    RowCursor(ScanReading reading, FileScanTask task) {
        this(reading, task, System::nanoTime);
    }

    RowCursor(ScanReading reading, FileScanTask task, LongSupplier nanoTime) {
        this.reading = reading;
        this.task = task;
        this.nanoTime = nanoTime;
    }

    @Override
    Batch<@Nullable Object[]> batch() {
        return reading.reading(task, () -> {
            ScanReading.Opened opened = file == null ? reading.open(task) : file;
            file = opened;
            CloseableIterator<Record> left = rows == null ? opened.rows().iterator() : rows;
            rows = left;
            List<@Nullable Object[]> batch = new ArrayList<>();
            int most = rowsInABatch();
            long begin = nanoTime.getAsLong();
            boolean more = left.hasNext();
            // looked at for each row, deleted or not
            while (more && !ended() && batch.size() < most) {
                Record row = left.next();
                if (opened.isLeft().test(row)) {
                    batch.add(reading.values(row));
                }
                if (nanoTime.getAsLong() - begin > BATCH_NANOS) {
                    break;
                }
                more = left.hasNext();
            }
            return new Batch<>(batch, !more);
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
                file.rows().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
