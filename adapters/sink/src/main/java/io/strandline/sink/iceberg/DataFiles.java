package io.strandline.sink.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.DataWriteResult;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a run as files of a table. A run of many rows into a table without partitions is written by two threads where one is
 * free: each takes one half of each page into a file of its own. Used by one thread.
 */
final class DataFiles {
    /** So many rows are worth a second file. */
    private static final int ROWS_OF_ONE_FILE = 100_000;

    /** A page of fewer is not worth to wake a thread for. */
    private static final int LEAST_ROWS = 1_000;

    private final RunFiles files;
    private final SpareThreads spare;
    private final Side own;
    private long rowsInOne;
    private @Nullable Side other;

    /** Files that one thread writes. */
    private record Side(PartitionedFiles<DataWriteResult> files, Partitioning partitioning) {
        void write(ColumnPage page, Rows rows) throws IOException {
            files.write(page, rows, partitioning);
        }

        void writePart(ColumnPage page, Rows rows) {
            try {
                write(page, rows);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    DataFiles(Table table, RunFiles files, SpareThreads spare) {
        this.files = files;
        this.own = new Side(files.data(), new Partitioning(table.spec(), table.schema()));
        this.spare = spare;
    }

    void write(ColumnPage page, Rows rows) throws IOException {
        Side second = rows.size() < LEAST_ROWS ? null : second();
        if (second == null) {
            own.write(page, rows);
            rowsInOne += rows.size();
            return;
        }
        int half = rows.size() / 2;
        ColumnPage shared = page.shared();
        CompletableFuture<Void> theirs =
                CompletableFuture.runAsync(() -> second.writePart(shared, rows.part(half, rows.size())), spare);
        try {
            own.write(page, rows.part(0, half));
        } finally {
            // until it has ended the page is read, and the files are written
            theirs.handle((nothing, failure) -> null).join();
        }
        requireWritten(theirs);
    }

    private static void requireWritten(CompletableFuture<Void> theirs) throws IOException {
        try {
            theirs.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }

    /** What another thread writes; null while there is nobody, or too little. */
    private @Nullable Side second() {
        if (other == null && rowsInOne >= ROWS_OF_ONE_FILE && own.partitioning().isUnpartitioned() && spare.take()) {
            other = new Side(files.data(), own.partitioning());
        }
        return other;
    }

    /** Closes all files, and says what they are; none are open after that. */
    List<DataFile> finish() throws IOException {
        List<DataFile> finished = new ArrayList<>();
        own.files().finish().forEach(result -> finished.addAll(result.dataFiles()));
        if (other != null) {
            other.files().finish().forEach(result -> finished.addAll(result.dataFiles()));
        }
        release();
        return finished;
    }

    /** Closes all files without regard to what they hold. */
    void abandon() {
        own.files().abandon();
        if (other != null) {
            other.files().abandon();
        }
        release();
    }

    private void release() {
        if (other != null) {
            other = null;
            spare.give();
        }
        rowsInOne = 0;
    }
}
