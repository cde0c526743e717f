package io.strandline.gateway.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Requests that wait for rows, without a thread. When there may be some they go on in a few threads of their own, so that
 * however many there are they leave those of the server to others (GW-8). Thread-safe.
 */
final class Waiting implements AutoCloseable {
    private static final int THREADS = Math.max(2, Runtime.getRuntime().availableProcessors());

    private final Map<Long, CompletableFuture<Void>> waits = new ConcurrentHashMap<>();
    private final AtomicLong waited = new AtomicLong();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(THREADS, THREADS, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "strandline-following");
                thread.setDaemon(true);
                return thread;
            });
    private volatile boolean closed;

    Waiting() {
        threads.allowCoreThreadTimeOut(true);
    }

    /**
     * Waits until that completes, or for so long.
     *
     * @param then what is done after it; must not throw
     * @return false if nobody is to wait (any more): nothing is done then
     */
    boolean until(CompletableFuture<Void> more, Duration atMost, Runnable then) {
        if (closed || atMost.isNegative() || atMost.isZero()) {
            more.cancel(false);
            return false;
        }
        long number = waited.incrementAndGet();
        waits.put(number, more);
        Future<?> unused = more.completeOnTimeout(null, atMost.toMillis() + 1, TimeUnit.MILLISECONDS)
                .whenCompleteAsync(
                        (done, failure) -> {
                            waits.remove(number);
                            then.run();
                        },
                        threads);
        if (closed) {
            more.complete(null);
        }
        return true;
    }

    /** Lets nobody wait any more: those who do go on at once. */
    @Override
    public void close() {
        closed = true;
        waits.values().forEach(more -> more.complete(null));
    }
}
