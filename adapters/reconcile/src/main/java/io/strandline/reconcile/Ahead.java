package io.strandline.reconcile;

import io.strandline.common.CallContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Does work on elements in parallel, so much at a time, while the giver goes on; the results come back in the elements' order on
 * the giver's thread. Work that is done faster than it is handed over goes in batches. Belongs to one thread.
 */
final class Ahead<T, R> implements AutoCloseable {
    /** A batch takes about so long: much more than to hand it over, and little to wait for. */
    private static final long BATCH_NANOS = 200_000;

    private static final int MOST_IN_A_BATCH = 64;

    private final Function<? super T, ? extends R> work;
    private final int width;
    private final Executor executor;
    private final CallContext call;
    private final Consumer<? super R> results;
    private final Deque<FutureTask<List<R>>> running = new ArrayDeque<>();
    private List<T> batch = new ArrayList<>();
    private volatile long nanosEach = BATCH_NANOS;

    /**
     * Work of which {@code width} batches are done at a time.
     *
     * @param results takes each result
     */
    Ahead(
            Function<? super T, ? extends R> work,
            int width,
            Executor executor,
            CallContext call,
            Consumer<? super R> results) {
        this.work = work;
        this.width = width;
        this.executor = executor;
        this.call = call;
        this.results = results;
    }

    /** Gives an element to work on; waits while there is too much to do. */
    void give(T element) {
        batch.add(element);
        if (batch.size() >= Math.min(MOST_IN_A_BATCH, BATCH_NANOS / Math.max(1, nanosEach))) {
            send();
        }
    }

    /** Waits for all that was given. */
    void finish() {
        if (!batch.isEmpty()) {
            send();
        }
        while (!running.isEmpty()) {
            take();
        }
    }

    private void send() {
        while (!running.isEmpty()
                && (running.size() >= width || running.getFirst().isDone())) {
            take();
        }
        List<T> elements = batch;
        batch = new ArrayList<>();
        FutureTask<List<R>> task = new FutureTask<>(() -> work(elements));
        running.addLast(task);
        executor.execute(task);
    }

    private List<R> work(List<T> elements) {
        long began = System.nanoTime();
        List<R> done = new ArrayList<>(elements.size());
        for (T element : elements) {
            call.checkpoint();
            done.add(work.apply(element));
        }
        nanosEach = (System.nanoTime() - began) / elements.size();
        return done;
    }

    private void take() {
        List<R> done = Waiting.on(running.getFirst(), call);
        running.removeFirst();
        done.forEach(results);
    }

    /** Gives up what is still running. */
    @Override
    public void close() {
        running.forEach(task -> task.cancel(true));
        running.clear();
    }
}
