package io.strandline.gateway.http;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the requests that are being answered, so that a stop can wait for them. Thread-safe. */
final class InFlight {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int count;
    private boolean closed;

    /** A request begins; false if no more are taken. Either way it is ended by {@link #leave}. */
    boolean enter() {
        lock.lock();
        try {
            count++;
            return !closed;
        } finally {
            lock.unlock();
        }
    }

    /** A request ended. */
    void leave() {
        lock.lock();
        try {
            count--;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more. */
    void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for all to end; false if some did not in time. */
    boolean awaitNone(Duration time) throws InterruptedException {
        lock.lock();
        try {
            long left = time.toNanos();
            while (count > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
            return count == 0;
        } finally {
            lock.unlock();
        }
    }
}
