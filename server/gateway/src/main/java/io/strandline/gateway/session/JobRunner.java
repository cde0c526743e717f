package io.strandline.gateway.session;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.Background;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.gateway.sql.StatementKind;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs statements of no session: jobs that calls ask for, and those of the gateway itself. They outlive who asked for them,
 * are listed and cancelled as others are, and end with the gateway at their next safe point. Thread-safe.
 */
public final class JobRunner implements Background, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
    private static final int STOP_WITHIN_SECONDS = 10;

    private final Executions executions;
    private final JobSettings settings;
    private final JobReports reports;
    private final AtomicInteger places = new AtomicInteger();
    private final ExecutorService threads;

    /**
     * Runs none yet; what it runs is listed with the statements of those sessions.
     *
     * @param reports hears when a job begins and ends; to be closed after this
     */
    public JobRunner(Sessions sessions, JobSettings settings, JobReports reports) {
        this.reports = reports;
        this.executions = sessions.executions();
        this.settings = settings;
        AtomicInteger number = new AtomicInteger();
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "strandline-job-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public Job prepare(String id, String text, StatementExecution asker) {
        if (places.incrementAndGet() > settings.most()) {
            places.decrementAndGet();
            throw new StrandlineException(
                    ErrorCode.TOO_MANY,
                    "this gateway already runs " + settings.most()
                            + " jobs, the most that server.limits.jobs allows. Wait for one to end (runtime.jobs lists"
                            + " them), leave background out, or raise the limit.");
        }
        Execution execution = executions.ofNoSession(id, text, asker.caller(), asker.options(), settings.limit());
        execution.plannedAs(StatementKind.CALL, true, id);
        return new PlacedJob(execution);
    }

    /** A job that has a place. */
    private final class PlacedJob implements Job {
        private final Execution execution;
        private final AtomicBoolean placed = new AtomicBoolean(true);

        PlacedJob(Execution execution) {
            this.execution = execution;
        }

        @Override
        public StatementExecution execution() {
            return execution;
        }

        @Override
        public void start(Runnable work) {
            executions.begins(execution);
            try {
                threads.execute(() -> run(work));
            } catch (RejectedExecutionException e) {
                execution.cancel("the gateway stops");
                run(work);
            }
        }

        private void run(Runnable work) {
            try {
                reports.tell(execution);
                executions.toItsEnd(execution, () -> {
                    work.run();
                    return execution;
                });
            } catch (StrandlineException e) {
                LOG.info(
                        "Job {} of user \"{}\" failed: {}",
                        execution.id(),
                        execution.caller().user(),
                        e.getMessage());
            } finally {
                withdraw();
                reports.tell(execution);
            }
        }

        @Override
        public void withdraw() {
            if (placed.compareAndSet(true, false)) {
                places.decrementAndGet();
            }
        }
    }

    /** A statement of the gateway itself. */
    public interface Own {
        /** Its id. */
        String id();

        /**
         * Runs it to its end on this thread. Once.
         *
         * @throws StrandlineException the error it ended with
         */
        void run();

        /** Asks it to stop at its next safe point. */
        void cancel(String reason);
    }

    /** A statement that the gateway itself asks for, as that user; it takes no place of a job. */
    public Own own(SqlEngine engine, String sql, Caller caller) {
        Execution execution =
                executions.ofNoSession(executions.newId(), sql, caller, Session.DEFAULTS, settings.limit());
        return new Own() {
            @Override
            public String id() {
                return execution.id();
            }

            @Override
            public void run() {
                executions.begins(execution);
                try {
                    toItsEnd();
                } finally {
                    reports.tell(execution);
                }
            }

            private void toItsEnd() {
                executions.toItsEnd(execution, () -> {
                    PreparedSql prepared = engine.prepare(sql, Session.DEFAULTS, execution);
                    execution.planned(prepared, null);
                    long rows = 0;
                    try (Answer answer = engine.execute(prepared, List.of(), execution)) {
                        for (var each = answer.rows(); each.hasNext(); each.next()) {
                            rows++;
                        }
                    }
                    execution.sent(rows);
                    return execution;
                });
            }

            @Override
            public void cancel(String reason) {
                execution.cancel(reason);
            }
        };
    }

    /** Cancels what runs and waits for its end; what does not end is for the journal to resolve. Idempotent. */
    @Override
    public void close() {
        threads.shutdown();
        executions.cancelAll("the gateway stops");
        try {
            if (!threads.awaitTermination(STOP_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("some jobs do not end; the next gateway finds out what became of them");
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
