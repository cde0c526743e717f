package io.strandline.common;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts what happens in this process, for those who wait for more of it. Thread-safe. */
public final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final Map<Long, CompletableFuture<Void>> awaited = new HashMap<>();
    private long awaitedEver;
    private long count;

    /** It happened once more. */
    public void raise() {
        List<CompletableFuture<Void>> woken;
        lock.lock();
        try {
            count++;
            more.signalAll();
            woken = List.copyOf(awaited.values());
            awaited.clear();
        } finally {
            lock.unlock();
        }
        woken.forEach(each -> each.complete(null));
    }

    /**
     * For who waits without a thread: completes when it has happened since {@code seen}, in the thread that raises it, which
     * nothing that depends on it may hold up. Who does not want it any more completes or cancels it.
     */
    public CompletableFuture<Void> moreThan(long seen) {
        CompletableFuture<Void> wanted = new CompletableFuture<>();
        long number;
        lock.lock();
        try {
            if (count != seen) {
                wanted.complete(null);
                return wanted;
            }
            number = ++awaitedEver;
            awaited.put(number, wanted);
        } finally {
            lock.unlock();
        }
        CompletableFuture<Void> unused = wanted.whenComplete((done, failure) -> forget(number));
        return wanted;
    }

    private void forget(long number) {
        lock.lock();
        try {
            awaited.remove(number);
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
