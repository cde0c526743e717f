package io.strandline.gateway.session;

import io.strandline.common.StrandlineException;
import io.strandline.store.Jobs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the store about once a second how far the jobs of this gateway are, for other gateways to see, and hears whom they
 * want stopped (GW-5). What has not changed is not written again.
 */
public final class JobReports implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobReports.class);
    private static final long EVERY_MILLIS = 700;

    private final Executions executions;
    private final Jobs jobs;
    private final Map<String, Told> told = new HashMap<>();
    private final ScheduledExecutorService thread;
    private volatile boolean failing;

    private record Told(Execution execution, Jobs.Told last) {}

    private JobReports(Sessions sessions, Jobs jobs) {
        this.executions = sessions.executions();
        this.jobs = jobs;
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "strandline-jobs");
            made.setDaemon(true);
            return made;
        });
    }

    /** Begins to tell of what runs in those sessions and beside them. */
    public static JobReports begin(Sessions sessions, Jobs jobs) {
        JobReports reports = new JobReports(sessions, jobs);
        Future<?> unused = reports.thread.scheduleWithFixedDelay(
                reports::tellQuietly, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        return reports;
    }

    private void tellQuietly() {
        quietly(this::tell);
    }

    /** Tells of one job at once: one that just began, or ended, perhaps between two rounds. */
    void tell(Execution execution) {
        quietly(() -> {
            if (execution.changes()) {
                tellOf(execution);
            }
        });
    }

    private synchronized void tellOf(Execution execution) {
        List<Told> news = new ArrayList<>();
        addIfNew(execution, news);
        write(news);
    }

    private void write(List<Told> news) {
        if (!news.isEmpty()) {
            jobs.tell(news.stream().map(Told::last).toList());
        }
        news.forEach(each -> told.put(each.last().statementId(), each));
    }

    private void quietly(Runnable telling) {
        try {
            telling.run();
            failing = false;
        } catch (RuntimeException | Error e) {
            if (!failing) {
                LOG.warn(
                        "How far jobs are could not be told to the store; it is tried again: {}",
                        StrandlineException.describe(e));
            }
            failing = true;
        }
    }

    /** Tells what is new, and stops what is to be stopped. */
    synchronized void tell() {
        Map<String, Execution> running = executions.runningJobs();
        List<Told> news = new ArrayList<>();
        running.forEach((id, execution) -> addIfNew(execution, news));
        List<Told> ended = told.values().stream()
                .filter(each -> !running.containsKey(each.last().statementId()))
                .toList();
        ended.forEach(each -> addIfNew(each.execution(), news));
        write(news);
        ended.forEach(each -> told.remove(each.last().statementId()));
        if (!told.isEmpty()) {
            jobs.askedToStop(told.keySet()).forEach((id, user) -> stop(running.get(id), user));
        }
    }

    private static void stop(@Nullable Execution execution, String user) {
        if (execution != null) {
            execution.cancel("by user \"" + user + "\"");
        }
    }

    private void addIfNew(Execution execution, List<Told> news) {
        execution.told().ifPresent(now -> {
            Told before = told.get(execution.id());
            if (before == null || !before.last().equals(now)) {
                news.add(new Told(execution, now));
            }
        });
    }

    /** Tells once more, and stops. */
    @Override
    public void close() {
        thread.shutdownNow();
        tellQuietly();
    }
}
