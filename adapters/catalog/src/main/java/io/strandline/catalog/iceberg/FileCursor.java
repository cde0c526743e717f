package io.strandline.catalog.iceberg;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** What is in one file, a batch at a time, opened by the first. Batches are read by one thread at a time; any may end it. */
abstract class FileCursor<T> {
    private final ReentrantLock one = new ReentrantLock();
    private volatile boolean ended;

    /** What comes next; nothing at the end, which closes it. */
    final List<T> next() {
        one.lock();
        try {
            List<T> batch = ended ? List.of() : batch();
            if (batch.isEmpty()) {
                close();
            }
            return batch;
        } finally {
            if (ended) {
                close();
            }
            one.unlock();
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

    /** Reads on; nothing at the end. */
    abstract List<T> batch();

    /** Closes what is open. Idempotent. */
    abstract void close();
}
