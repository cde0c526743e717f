package io.strandline.catalog.iceberg;

import io.strandline.catalog.FileState;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.iceberg.ManifestFile;
import org.jspecify.annotations.Nullable;

/**
 * The files in many manifests, in no order: a few manifests are read together, each one batch ahead of the reader, so that
 * memory does not grow with their number. Read by one thread.
 */
final class ManifestScan implements Iterator<FileState> {
    private static final int TOGETHER = 4;

    private final Iterator<ManifestFile> manifests;
    private final ManifestFilter filter;
    private final Function<ManifestFile, ManifestCursor> opener;
    private final ExecutorService readers;
    private final Wait wait;
    private final Deque<Reading> readings = new ArrayDeque<>();
    private Iterator<FileState> batch = Collections.emptyIterator();
    private boolean closed;

    /** Waits for a batch, as long as a request may take. */
    @FunctionalInterface
    interface Wait {
        /** The batch. */
        List<FileState> until(Callable<List<FileState>> there);
    }

    private record Reading(ManifestCursor cursor, Future<List<FileState>> next) {}

    ManifestScan(
            Iterator<ManifestFile> manifests,
            ManifestFilter filter,
            Function<ManifestFile, ManifestCursor> opener,
            ExecutorService readers,
            Wait wait) {
        this.manifests = manifests;
        this.filter = filter;
        this.opener = opener;
        this.readers = readers;
        this.wait = wait;
    }

    @Override
    public boolean hasNext() {
        while (!batch.hasNext()) {
            while (!isFull() && manifests.hasNext()) {
                ManifestFile manifest = manifests.next();
                if (filter.mayMatch(manifest)) {
                    readAhead(opener.apply(manifest));
                }
            }
            Reading first = first();
            if (first == null) {
                return false;
            }
            List<FileState> files = await(first);
            if (!files.isEmpty()) {
                readAhead(first.cursor());
                batch = files.iterator();
            }
        }
        return true;
    }

    private synchronized void readAhead(ManifestCursor cursor) {
        if (closed) {
            cursor.end();
        } else {
            readings.add(new Reading(cursor, readers.submit(cursor::next)));
        }
    }

    private synchronized @Nullable Reading first() {
        return readings.poll();
    }

    private synchronized boolean isFull() {
        return readings.size() >= TOGETHER;
    }

    private List<FileState> await(Reading reading) {
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
    public FileState next() {
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
