package io.strandline.gateway.session;

import io.strandline.common.Caller;
import io.strandline.common.Role;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SqlEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plans and runs once what clients ask first, while nobody waits for it: the first statement of a cold gateway would load
 * thousands of classes. It reads the control plane alone, is neither listed nor journaled, and a failure of it harms nobody. One
 * thread of the lowest priority, which waits while a statement runs and ends with the gateway.
 */
public final class WarmUp implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final Caller CALLER = new Caller("strandline", Role.READER);
    private static final TimeLimit LIMIT = new TimeLimit(Duration.ofMinutes(1), "the warm-up");
    private static final Duration END_WITHIN = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final String CONTROL_PLANE = "strandline";

    /** A join, an aggregate, an order and a limit: what plans of tools are made of. No row of the store is read. */
    private static final List<String> QUERIES = List.of(
            "SELECT c.connection_name, COUNT(*) AS n FROM registry.connections c JOIN registry.connections d ON"
                    + " c.connection_name = d.connection_name WHERE c.catalog_name <> '' GROUP BY c.connection_name ORDER"
                    + " BY n DESC LIMIT 1",
            "SELECT kind, table_name FROM reconcile.findings WHERE connection_name = '' AND kind = 'ORPHAN'",
            "SELECT table_name, location FROM catalog.tables WHERE catalog_name = ''");

    private final SqlEngine engine;
    private final Executions executions;
    private final Thread thread = new Thread(this::run, "strandline-warm-up");
    private volatile boolean closed;
    private volatile @Nullable Execution running;

    // nobody relies on the priority: it leaves the processor to whoever has work to do
    @SuppressWarnings("ThreadPriorityCheck")
    private WarmUp(SqlEngine engine, Sessions sessions) {
        this.engine = engine;
        this.executions = sessions.executions();
        thread.setDaemon(true);
        thread.setPriority(Thread.MIN_PRIORITY);
    }

    /** Begins it. */
    public static WarmUp begin(SqlEngine engine, Sessions sessions) {
        WarmUp warmUp = new WarmUp(engine, sessions);
        warmUp.thread.start();
        return warmUp;
    }

    private void run() {
        JdbcMetadata metadata = new JdbcMetadata(this::rows);
        LikePattern runtime = LikePattern.of("runtime");
        List<Runnable> works = new ArrayList<>(List.of(
                metadata::catalogs,
                () -> metadata.schemas(CONTROL_PLANE, LikePattern.of(null)),
                () -> metadata.tables(CONTROL_PLANE, runtime, LikePattern.of("%"), null),
                () -> metadata.columns(CONTROL_PLANE, runtime, LikePattern.of("statements"), LikePattern.of("%"))));
        QUERIES.forEach(sql -> works.add(() -> rows(sql, List.of())));
        for (Runnable work : works) {
            waitUntilIdle();
            try {
                work.run();
            } catch (RuntimeException | Error e) {
                LOG.debug("warming up", e);
            }
        }
    }

    /** A statement loads itself what it needs of all this: doing more beside it would take the processor from it. */
    private void waitUntilIdle() {
        while (!closed && executions.runningCount() > 0) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
    }

    /** Whether it waits for statements to end. */
    boolean waits() {
        return thread.getState() == Thread.State.TIMED_WAITING;
    }

    private List<Object[]> rows(String sql, List<@Nullable TypedValue> parameters) {
        List<Object[]> rows = new ArrayList<>();
        if (closed) {
            return rows;
        }
        Execution execution = executions.ofNoSession(executions.newId(), sql, CALLER, Session.DEFAULTS, LIMIT);
        running = execution;
        if (closed) {
            execution.cancel("the gateway stops");
        }
        PreparedSql prepared = engine.prepare(sql, Session.DEFAULTS, execution);
        execution.planned(prepared, null);
        execution.checkpoint();
        try (Answer answer = engine.execute(prepared, parameters, execution)) {
            answer.rows().forEachRemaining(rows::add);
        }
        return rows;
    }

    /** Waits until it did all that it can. */
    public void await() throws InterruptedException {
        thread.join();
    }

    /** Ends it at its next safe point, and waits for that for a few seconds. Idempotent. */
    @Override
    public void close() {
        closed = true;
        Execution execution = running;
        if (execution != null) {
            execution.cancel("the gateway stops");
        }
        try {
            TimeUnit.NANOSECONDS.timedJoin(thread, END_WITHIN.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
