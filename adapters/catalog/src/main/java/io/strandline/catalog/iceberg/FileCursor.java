package io.strandline.catalog.iceberg;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** What is in one file, a batch at a time, opened by the first. Batches are read by one thread at a time; any may end it. */
abstract class FileCursor<T> {
    private final ReentrantLock one = new ReentrantLock();
    private volatile boolean ended;

    /**
     * What was read.
     *
     * @param found may be nothing, also where more comes
     * @param isLast whether nothing comes after it
     */
    record Batch<T>(List<T> found, boolean isLast) {}

    /** What comes next; the last closes it. */
    final Batch<T> next() {
        one.lock();
        try {
            Batch<T> batch = ended ? new Batch<>(List.of(), true) : batch();
            if (batch.isLast()) {
                close();
            }
            return batch;
        } finally {
            one.unlock();
            if (ended) {
                // it was ended while this read, and could not be closed then
                end();
            }
        }
    }

    /** No more is wanted: closes it, or lets the read that is under way close it. */
    final void end() {
        ended = true;
        if (one.tryLock()) {
            try {
                close();
            } finally {
                one.unlock();
            }
        }
    }

    /** Whether no more is wanted, for a read that takes long. */
    final boolean ended() {
        return ended;
    }

    /** Reads on. Not asked again after the last. */
    abstract Batch<T> batch();

    /** Closes what is open. Idempotent. */
    abstract void close();
}
