package io.strandline.reconcile;

import io.strandline.common.CallContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Does work on elements in parallel, at most so many ahead of the reader, and gives the results in the elements' order. The
 * elements are drawn by the reader's thread. Waiting looks at the call, so that a backend that hangs does not hold the
 * statement (GW-5).
 */
final class Ahead<T, R> implements Iterator<R>, AutoCloseable {
    private static final long LOOK_MILLIS = 100;

    private final Iterator<T> elements;
    private final Function<? super T, ? extends R> work;
    private final int width;
    private final Executor executor;
    private final CallContext call;
    private final Deque<FutureTask<R>> running = new ArrayDeque<>();

    Ahead(Iterator<T> elements, Function<? super T, ? extends R> work, int width, Executor executor, CallContext call) {
        this.elements = elements;
        this.work = work;
        this.width = width;
        this.executor = executor;
        this.call = call;
    }

    @Override
    public boolean hasNext() {
        while (running.size() < width && elements.hasNext()) {
            T element = elements.next();
            FutureTask<R> task = new FutureTask<>(() -> work.apply(element));
            running.addLast(task);
            executor.execute(task);
        }
        return !running.isEmpty();
    }

    @Override
    public R next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        R result = await(running.getFirst());
        running.removeFirst();
        return result;
    }

    private R await(FutureTask<R> task) {
        try {
            while (true) {
                call.checkpoint();
                try {
                    return task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    // not yet: look at the call and wait on
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for look-ups", e);
        }
    }

    /** Gives up what is still running. */
    @Override
    public void close() {
        running.forEach(task -> task.cancel(true));
        running.clear();
    }
}
