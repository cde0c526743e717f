package io.strandline.sink.iceberg;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.PartitionKey;
import org.apache.iceberg.io.FileWriter;
import org.jspecify.annotations.Nullable;

/**
 * Rows of pages to files, one open for each partition. A file that is as large as the table wants its files is closed, and so is
 * the fullest one where many partitions together would need too much memory. Used by one thread.
 *
 * @param <R> what a file says of itself when it is closed
 */
final class PartitionedFiles<R> {
    /** Bytes that the open files of a run may hold back together. */
    private static final long MOST_HELD = 128L << 20;
    /** An open file needs about that however little is written to it. */
    private static final long LEAST_HELD = 1L << 20;
    /** How often a file is asked for its length: the answer costs more than a row. */
    private static final int ROWS_BETWEEN_LOOKS = 1_000;

    private final Opening<R> opening;
    private final long targetBytes;
    private final long heldByOne;
    private final Map<PartitionKey, Open<R>> open = new LinkedHashMap<>();
    private final List<R> closed = new ArrayList<>();
    private final RowAt row = new RowAt();

    /** Opens files. */
    @FunctionalInterface
    interface Opening<R> {
        /** A file of rows of that partition; null where there are none. */
        FileWriter<RowAt, R> in(@Nullable PartitionKey partition) throws IOException;
    }

    private static final class Open<R> {
        private final FileWriter<RowAt, R> writer;
        private int unlooked;

        Open(FileWriter<RowAt, R> writer) {
            this.writer = writer;
        }
    }

    /**
     * No file yet.
     *
     * @param targetBytes at which a file is closed
     * @param rowGroupBytes that an open file holds back at most
     */
    PartitionedFiles(Opening<R> opening, long targetBytes, long rowGroupBytes) {
        this.opening = opening;
        this.targetBytes = targetBytes;
        this.heldByOne = rowGroupBytes;
    }

    /** Writes rows of a page, in their order within each partition. */
    void write(ColumnPage page, Rows rows, Partitioning partitioning) throws IOException {
        if (partitioning.isUnpartitioned()) {
            write(partitioning.none(), page, rows);
            return;
        }
        Map<PartitionKey, Rows> byPartition = new HashMap<>();
        List<PartitionKey> order = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            PartitionKey key = partitioning.of(page, rows.get(i));
            Rows those = byPartition.get(key);
            if (those == null) {
                PartitionKey kept = key.copy();
                order.add(kept);
                those = new Rows();
                byPartition.put(kept, those);
            }
            those.add(rows.get(i));
        }
        for (PartitionKey key : order) {
            write(key, page, byPartition.getOrDefault(key, new Rows()));
        }
    }

    private void write(PartitionKey key, ColumnPage page, Rows rows) throws IOException {
        Open<R> file = null;
        for (int i = 0; i < rows.size(); i++) {
            if (file == null) {
                file = opened(key);
            }
            file.writer.write(row.to(page, rows.get(i)));
            if (++file.unlooked == ROWS_BETWEEN_LOOKS) {
                file.unlooked = 0;
                if (file.writer.length() >= targetBytes) {
                    close(key);
                    file = null;
                }
            }
        }
    }

    private Open<R> opened(PartitionKey key) throws IOException {
        Open<R> file = open.get(key);
        if (file == null) {
            makeRoom();
            file = new Open<>(opening.in(key));
            open.put(key, file);
        }
        return file;
    }

    /** Before one more is opened. */
    private void makeRoom() throws IOException {
        while (!open.isEmpty() && held() + LEAST_HELD > MOST_HELD) {
            PartitionKey fullest = null;
            for (Map.Entry<PartitionKey, Open<R>> entry : open.entrySet()) {
                if (fullest == null || held(entry.getValue()) > held(open.get(fullest))) {
                    fullest = entry.getKey();
                }
            }
            close(fullest);
        }
    }

    private long held() {
        return open.values().stream().mapToLong(this::held).sum();
    }

    private long held(@Nullable Open<R> file) {
        return file == null ? 0 : Math.max(LEAST_HELD, Math.min(file.writer.length(), heldByOne));
    }

    private void close(@Nullable PartitionKey key) throws IOException {
        Open<R> file = key == null ? null : open.remove(key);
        if (file != null) {
            file.writer.close();
            closed.add(file.writer.result());
        }
    }

    /** Closes all files, and says what they are; none are open after that. */
    List<R> finish() throws IOException {
        for (PartitionKey key : List.copyOf(open.keySet())) {
            close(key);
        }
        List<R> results = List.copyOf(closed);
        closed.clear();
        return results;
    }

    /** Closes all files without regard to what they hold. */
    void abandon() {
        for (Open<R> file : open.values()) {
            try {
                file.writer.close();
            } catch (IOException | RuntimeException e) {
                // its file is deleted, or an orphan
            }
        }
        open.clear();
        closed.clear();
    }
}
