package io.strandline.common;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts what happens in this process, for those who wait for more of it. Thread-safe. */
public final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private long count;

    /** It happened once more. */
    public void raise() {
        lock.lock();
        try {
            count++;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** How often it happened until now. */
    public long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until it has happened since {@code seen}, or that time has passed.
     *
     * @param what is waited for, as a message says it: {@code a statement to end}
     * @throws StrandlineException {@link ErrorCode#CANCELLED} if the thread is interrupted
     */
    public void awaitMoreThan(long seen, long time, TimeUnit unit, String what) {
        lock.lock();
        try {
            long left = unit.toNanos(time);
            while (count == seen && left > 0) {
                left = more.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StrandlineException(ErrorCode.CANCELLED, "the wait for " + what + " was cancelled.", e);
        } finally {
            lock.unlock();
        }
    }
}
