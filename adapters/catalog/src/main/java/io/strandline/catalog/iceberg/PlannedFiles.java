package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** The files that a scan is to read, planned some at a time, each with the deletes that apply to it. Read by one thread. */
final class PlannedFiles implements Iterator<FileCursor<@Nullable Object[]>> {
    /** Files planned by one request: many enough to be cheap, few enough to begin reading soon. */
    private static final int AT_ONCE = 64;

    private final TableScan scan;
    private final Ask ask;
    private final ScanReading reading;
    private final Deque<FileScanTask> planned = new ArrayDeque<>();
    private @Nullable CloseableIterable<FileScanTask> tasks;
    private @Nullable CloseableIterator<FileScanTask> left;
    private boolean ended;

    /** Runs a request within its time limit. */
    @FunctionalInterface
    interface Ask {
        /** The answer. */
        List<FileScanTask> answer(Callable<List<FileScanTask>> request);
    }

    PlannedFiles(TableScan scan, Ask ask, ScanReading reading) {
        this.scan = scan;
        this.ask = ask;
        this.reading = reading;
    }

    @Override
    public boolean hasNext() {
        if (planned.isEmpty() && !ended) {
            List<FileScanTask> more = ask.answer(() -> reading.planning(this::plan));
            planned.addAll(more);
            ended = more.size() < AT_ONCE;
        }
        return !planned.isEmpty();
    }

    private synchronized List<FileScanTask> plan() {
        if (left == null) {
            tasks = scan.planFiles();
            left = tasks.iterator();
        }
        List<FileScanTask> more = new java.util.ArrayList<>();
        while (more.size() < AT_ONCE && left.hasNext()) {
            more.add(left.next());
        }
        return more;
    }

    @Override
    public FileCursor<@Nullable Object[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return new RowCursor(reading, planned.remove());
    }

    /** Frees what planning holds; a plan that is under way ends by its interrupt first. */
    synchronized void close() {
        try {
            if (left != null) {
                left.close();
            }
            if (tasks != null) {
                tasks.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
