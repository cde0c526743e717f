package io.strandline.store.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the statements that end on this gateway, for those who wait for one. */
final class Endings {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private long count;

    /** One more ended. */
    void add() {
        lock.lock();
        try {
            count++;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How many ended until now. */
    long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until there are more than those seen, or that time has passed.
     *
     * @throws StrandlineException {@link ErrorCode#CANCELLED} if the thread is interrupted
     */
    void awaitMoreThan(long seen, long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (count == seen && left > 0) {
                left = more.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StrandlineException(ErrorCode.CANCELLED, "the wait for a statement to end was cancelled.", e);
        } finally {
            lock.unlock();
        }
    }
}
