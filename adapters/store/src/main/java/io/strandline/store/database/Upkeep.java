package io.strandline.store.database;

import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is done again and again in the background; a round that fails is told and tried again. Thread-safe. */
public final class Upkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);

    private final ScheduledExecutorService threads;

    /**
     * Nothing yet.
     *
     * @param name of its threads
     * @param most how many things are done at a time: one that hangs keeps as many others from nothing
     */
    public Upkeep(String name, int most) {
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newScheduledThreadPool(most, task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Does that from now on, first after that time.
     *
     * @param failed how a log says that a round failed
     */
    public void repeat(Duration every, String failed, Runnable task) {
        var scheduled = threads.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (StrandlineException e) {
                        LOG.warn("{}: {} It is tried again.", failed, e.getMessage());
                    } catch (RuntimeException | Error e) { // what is thrown on would be the last round, in silence
                        LOG.warn("{}. It is tried again.", failed, e);
                    }
                },
                every.toNanos(),
                every.toNanos(),
                TimeUnit.NANOSECONDS);
        if (scheduled.isDone()) {
            throw new IllegalStateException(failed);
        }
    }

    /** Stops; a round that is under way ends first, or is interrupted after a few seconds. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(5, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
