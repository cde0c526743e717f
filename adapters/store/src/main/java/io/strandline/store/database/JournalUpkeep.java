package io.strandline.store.database;

import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a journal does by itself. The lease has a thread of its own, so that a backend that does not answer while a target
 * is read again does not make the gateway look dead.
 */
final class JournalUpkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalUpkeep.class);

    private final ScheduledExecutorService threads;

    private JournalUpkeep(ScheduledExecutorService threads) {
        this.threads = threads;
    }

    /** Begins, with that time between two rounds. */
    static JournalUpkeep begin(DatabaseJournal journal, Duration every) {
        AtomicInteger number = new AtomicInteger();
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(2, task -> {
            Thread thread = new Thread(task, "journal-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        JournalUpkeep upkeep = new JournalUpkeep(threads);
        upkeep.repeat(
                every,
                "The lease of this gateway could not be renewed",
                () -> journal.lease().renew());
        upkeep.repeat(every, "The journal could not be tidied up", journal::tidyUp);
        return upkeep;
    }

    private void repeat(Duration every, String failed, Runnable task) {
        var scheduled = threads.scheduleWithFixedDelay(
                () -> {
                    try {
                        task.run();
                    } catch (StrandlineException e) {
                        LOG.warn("{}: {} It is tried again.", failed, e.getMessage());
                    } catch (RuntimeException e) {
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
