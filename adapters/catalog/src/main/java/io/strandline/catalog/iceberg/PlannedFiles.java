package io.strandline.catalog.iceberg;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.TableScan;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** The files that a scan is to read, planned some at a time, each with the deletes that apply to it. Read by one thread; any may close it. */
final class PlannedFiles implements Iterator<FileCursor<@Nullable Object[]>> {
    /** Files planned by one request: many enough to be cheap, few enough to begin reading soon. */
    private static final int AT_ONCE = 64;

    private final TableScan scan;
    private final Ask ask;
    private final ScanReading reading;
    private final Deque<FileScanTask> planned = new ArrayDeque<>();
    private @Nullable CloseableIterable<FileScanTask> tasks;
    private @Nullable CloseableIterator<FileScanTask> left;
    private final ReentrantLock one = new ReentrantLock();
    private volatile boolean closed;
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

    private List<FileScanTask> plan() {
        one.lock();
        try {
            List<FileScanTask> more = new ArrayList<>();
            while (!closed && more.size() < AT_ONCE && tasks().hasNext()) {
                more.add(tasks().next());
            }
            return more;
        } finally {
            one.unlock();
            if (closed) {
                // it was closed while this planned, and could not be freed then
                close();
            }
        }
    }

    private CloseableIterator<FileScanTask> tasks() {
        CloseableIterator<FileScanTask> opened = left;
        if (opened == null) {
            CloseableIterable<FileScanTask> all = scan.planFiles();
            tasks = all;
            opened = all.iterator();
            left = opened;
        }
        return opened;
    }

    @Override
    public FileCursor<@Nullable Object[]> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return new RowCursor(reading, planned.remove());
    }

    /** Frees what planning holds, or lets the plan that is under way free it: not every store hears an interrupt. */
    void close() {
        closed = true;
        if (one.tryLock()) {
            try {
                free();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                one.unlock();
            }
        }
    }

    private void free() throws IOException {
        if (left != null) {
            left.close();
        }
        if (tasks != null) {
            tasks.close();
        }
    }
}
