package io.strandline.registry;

import io.strandline.common.Awaited;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * A locator whose looks end in time, and with their statement, whatever the store behind it does (GW-5). Thread-safe.
 */
public final class BoundedLooks implements Locator, AutoCloseable {
    private static final int MOST_AT_ONCE = 64;

    private final Locator locator;
    private final Duration limit;
    private final ExecutorService threads;

    /**
     * Looks of that locator.
     *
     * @param name of the store, for the names of threads
     * @param limit longest time for one look
     */
    public BoundedLooks(String name, Locator locator, Duration limit) {
        this.locator = locator;
        this.limit = limit;
        this.threads = new ThreadPoolExecutor(0, MOST_AT_ONCE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
            Thread thread = new Thread(task, "store-" + name);
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public boolean exists(Location object, CallContext call) {
        return look(object, call, inner -> locator.exists(object, inner));
    }

    @Override
    public Children children(Location directory, int most, CallContext call) {
        return look(directory, call, inner -> locator.children(directory, most, inner));
    }

    private <T> T look(Location place, CallContext call, Function<CallContext, T> request) {
        call.checkpoint();
        Future<T> answer;
        try {
            answer = threads.submit(() -> request.apply(call));
        } catch (RejectedExecutionException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    place + ": its store is busy with " + MOST_AT_ONCE + " looks that do not end, or it is closed.",
                    e);
        }
        try {
            return Awaited.within(limit, answer, call);
        } catch (TimeoutException e) {
            throw new StrandlineException(
                    ErrorCode.BACKEND,
                    place + ": its store did not answer within " + limit.toMillis() / 1000.0
                            + " s, so whether it is there is not known. Check that the store runs, or raise its timeout.",
                    e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StrandlineException failure
                    ? failure
                    : new StrandlineException(
                            ErrorCode.BACKEND,
                            place + ": looking for it failed: " + StrandlineException.describe(e),
                            e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
