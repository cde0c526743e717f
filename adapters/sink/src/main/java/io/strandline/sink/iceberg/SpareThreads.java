package io.strandline.sink.iceberg;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads beside those that runs have anyway, lent while there are any: together they keep no more than all cores busy, and no more
 * memory than so many files need. Thread-safe.
 */
final class SpareThreads implements Executor {
    /** Nobody to lend. */
    static final SpareThreads NONE = new SpareThreads(0);

    private final Semaphore free;
    private final Executor threads =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "sink-files");
                thread.setDaemon(true);
                return thread;
            });

    /** So many. */
    SpareThreads(int many) {
        this.free = new Semaphore(many);
    }

    /** One for each core but one. */
    static SpareThreads ofMachine() {
        return new SpareThreads(Runtime.getRuntime().availableProcessors() - 1);
    }

    /** Lends one, to be given back; false if none is free. */
    boolean take() {
        return free.tryAcquire();
    }

    /** Takes back one that was lent. */
    void give() {
        free.release();
    }

    /** For who has taken one. */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }
}
