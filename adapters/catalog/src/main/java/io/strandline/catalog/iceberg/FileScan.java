package io.strandline.catalog.iceberg;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * What is in many files, in no order: a few files are read together, each one batch ahead of the reader, so that memory does
 * not grow with their number. Read by one thread.
 */
final class FileScan<T> implements Iterator<T> {
    private final Iterator<? extends FileCursor<T>> files;
    private final int together;
    private final ExecutorService readers;
    private final Wait<T> wait;
    private final Deque<Reading<T>> readings = new ArrayDeque<>();
    private Iterator<T> batch = Collections.emptyIterator();
    private boolean closed;

    /** Waits for a batch, as long as a request may take. */
    @FunctionalInterface
    interface Wait<T> {
        /** The batch. */
        FileCursor.Batch<T> until(Callable<FileCursor.Batch<T>> there);
    }

    private record Reading<T>(FileCursor<T> cursor, Future<FileCursor.Batch<T>> next) {}

    /**
     * A scan of those files.
     *
     * @param together how many are read at once, at most
     */
    FileScan(Iterator<? extends FileCursor<T>> files, int together, ExecutorService readers, Wait<T> wait) {
        this.files = files;
        this.together = together;
        this.readers = readers;
        this.wait = wait;
    }

    @Override
    public boolean hasNext() {
        while (!batch.hasNext()) {
            while (!isFull() && files.hasNext()) {
                readAhead(files.next());
            }
            Reading<T> first = first();
            if (first == null) {
                return false;
            }
            FileCursor.Batch<T> read = await(first);
            if (!read.isLast()) {
                readAhead(first.cursor());
            }
            batch = read.found().iterator();
        }
        return true;
    }

    private synchronized void readAhead(FileCursor<T> cursor) {
        if (closed) {
            cursor.end();
        } else {
            readings.add(new Reading<>(cursor, readers.submit(cursor::next)));
        }
    }

    private synchronized @Nullable Reading<T> first() {
        return readings.poll();
    }

    private synchronized boolean isFull() {
        return readings.size() >= together;
    }

    private FileCursor.Batch<T> await(Reading<T> reading) {
        try {
            return wait.until(() -> {
                try {
                    return reading.next().get();
                } catch (ExecutionException e) {
                    if (Objects.requireNonNullElse(e.getCause(), e) instanceof RuntimeException failure) {
                        throw failure;
                    }
                    throw e;
                }
            });
        } catch (RuntimeException e) {
            reading.next().cancel(true);
            reading.cursor().end();
            close();
            throw e;
        }
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return batch.next();
    }

    /** Ends what is read ahead; from any thread, and without waiting for a store that does not answer. */
    synchronized void close() {
        closed = true;
        readings.forEach(reading -> {
            reading.next().cancel(true);
            reading.cursor().end();
        });
        readings.clear();
    }
}
