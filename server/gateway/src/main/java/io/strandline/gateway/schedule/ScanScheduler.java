package io.strandline.gateway.schedule;

import io.strandline.common.Caller;
import io.strandline.common.Role;
import io.strandline.store.Leases;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares connections at their times, each by an ordinary statement {@code CALL reconcile} of the user {@code scheduler}. A
 * scan that takes longer than its interval is followed by the next, not joined by it. Thread-safe.
 */
public final class ScanScheduler implements AutoCloseable {
    /** As whom connections are compared at their times. */
    public static final Caller CALLER = new Caller("scheduler", Role.OPERATOR);

    private static final Logger LOG = LoggerFactory.getLogger(ScanScheduler.class);
    private static final int SCANS_AT_ONCE = 4;
    private static final int STOP_WITHIN_SECONDS = 10;

    private final List<ScheduledScan> scans;
    private final Executor executor;
    private final ScheduledExecutorService ticker =
            Executors.newSingleThreadScheduledExecutor(daemons("strandline-clock"));
    private final ExecutorService threads = Executors.newFixedThreadPool(SCANS_AT_ONCE, daemons("strandline-scan"));

    /**
     * A scheduler that does nothing yet.
     *
     * @param random draws jitter
     */
    public ScanScheduler(
            List<ScanSetting> settings,
            LastScans lastScans,
            Leases leases,
            OwnStatements statements,
            AroundScan aroundScan,
            Clock clock,
            RandomGenerator random) {
        this.scans = scans(settings, new ScheduledScan.Tools(lastScans, leases, statements, aroundScan, clock), random);
        this.executor = threads;
    }

    /** One whose scans run on that executor, and that is moved on by {@link #tick}. */
    ScanScheduler(List<ScanSetting> settings, ScheduledScan.Tools tools, RandomGenerator random, Executor executor) {
        this.scans = scans(settings, tools, random);
        this.executor = executor;
    }

    private static List<ScheduledScan> scans(
            List<ScanSetting> settings, ScheduledScan.Tools tools, RandomGenerator random) {
        return settings.stream()
                .map(setting -> new ScheduledScan(setting, tools, random))
                .toList();
    }

    private static ThreadFactory daemons(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Begins. */
    public ScanScheduler start() {
        if (!scans.isEmpty()) {
            Future<?> unused = ticker.scheduleWithFixedDelay(this::tick, 1, 1, TimeUnit.SECONDS);
        }
        return this;
    }

    /** Looks what is due. */
    void tick() {
        for (ScheduledScan scan : scans) {
            try {
                if (scan.tick()) {
                    executor.execute(scan::scan);
                }
            } catch (RejectedExecutionException e) {
                return;
            } catch (RuntimeException | Error e) {
                LOG.warn("a scheduled scan could not be looked at", e);
            }
        }
    }

    /** All of them as they are now. */
    List<ScanRow> rows() {
        return scans.stream().map(ScheduledScan::row).toList();
    }

    /** Begins no more, cancels what runs, and waits for its end. */
    @Override
    public void close() {
        ticker.shutdownNow();
        threads.shutdown();
        scans.forEach(ScheduledScan::stop);
        try {
            if (!threads.awaitTermination(STOP_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("some scheduled scans do not end");
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
