package io.strandline.sink.database;

import static io.strandline.sink.contract.SinkLab.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Page;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.Run;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunRequest;
import io.strandline.sink.RunState;
import io.strandline.sink.WriteMode;
import io.strandline.sink.contract.SinkLab;
import io.strandline.sink.contract.TestCall;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a destination is doing ends when its run is stopped, and its connections with the run. */
class StoppedRunsTest {
    private static final Duration SOON = Duration.ofSeconds(15);
    private static final List<List<?>> BEFORE = List.of(SinkLab.row(1, "before", "1.00"));

    private static Page page(long id, @Nullable String name) {
        return new Page(
                SinkLab.SCHEMA, List.<@Nullable Object[]>of(new @Nullable Object[] {id, name, new BigDecimal("1.00")}));
    }

    private static Run begin(SinkLab lab, WriteMode mode) {
        return lab.engine().begin(RunRequest.of(lab.spec(mode)), TestCall.CALL);
    }

    private static SinkLab with(SinkLab lab, int connections) {
        Map<String, Object> settings = new HashMap<>(lab.settings());
        settings.put("connections", connections);
        return new SinkLab(lab.connector(), lab.table(), settings, lab.rows());
    }

    /** A statement that is cancelled. */
    private static final class Unwanted extends TestCall {
        private volatile boolean over;

        @Override
        public void checkpoint() {
            if (over) {
                throw new StrandlineException(ErrorCode.TIMED_OUT, "its time is over");
            }
        }
    }

    /** What is read waits as long as somebody changes the table, or until its statement is over. */
    @Test
    void aReadingThatWaitsIsStopped() throws Exception {
        SinkLab lab = Databases.POSTGRESQL.lab();
        try (Connection other = DriverManager.getConnection(
                        String.valueOf(lab.settings().get("url")));
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE " + lab.table().name());
            Unwanted call = new Unwanted();
            CompletableFuture<@Nullable StrandlineException> reading = CompletableFuture.supplyAsync(() -> {
                try (Stream<@Nullable Object[]> rows = lab.connector()
                        .reader(lab.spec(WriteMode.APPEND))
                        .orElseThrow()
                        .read(SinkLab.SCHEMA.columns(), List.of(), call)) {
                    rows.forEach(row -> {});
                    return null;
                } catch (StrandlineException e) {
                    return e;
                }
            });
            awaitWaiting(lab);
            call.over = true;
            StrandlineException failure = reading.get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(failure).isNotNull();
            assertThat(failure.code()).isEqualTo(ErrorCode.TIMED_OUT);
        }
    }

    /** A rollback too, and changes nothing then. */
    @Test
    void aRollbackThatWaitsIsStopped() throws Exception {
        SinkLab lab = Databases.POSTGRESQL.lab();
        RunRecord run = lab.run(WriteMode.APPEND, page(1, "before"));
        try (Connection other = DriverManager.getConnection(
                        String.valueOf(lab.settings().get("url")));
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("INSERT INTO " + lab.table().name() + " VALUES (9, 'other', 1)");
            Unwanted call = new Unwanted();
            CompletableFuture<RollbackOutcome> undoing =
                    CompletableFuture.supplyAsync(() -> lab.engine().rollback(run.id(), false, false, call));
            awaitWaiting(lab);
            call.over = true;
            assertThatThrownBy(() -> undoing.get(SOON.toSeconds(), TimeUnit.SECONDS))
                    .hasStackTraceContaining("its time is over");
            other.rollback();
        }
        assertThat(lab.rows().get()).isEqualTo(BEFORE);
        assertThat(lab.engine().rollback(run.id(), false, false, TestCall.CALL).applied())
                .isTrue();
    }

    private static void awaitWaiting(SinkLab lab) {
        await().atMost(SOON)
                .until(() -> Databases.query(
                                        lab,
                                        "SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'TABLE_NAME'::regclass")
                                .size()
                        == 1);
    }

    /** Another holds what the run needs: far longer than the test waits. */
    @ParameterizedTest
    @EnumSource
    void aPageThatWaitsIsStopped(Databases database) throws Exception {
        SinkLab lab = database.lab();
        lab.run(WriteMode.APPEND, page(1, "before"));
        try (Connection other = DriverManager.getConnection(
                        String.valueOf(lab.settings().get("url")));
                Statement statement = other.createStatement();
                Run run = begin(lab, WriteMode.UPSERT)) {
            other.setAutoCommit(false);
            statement.execute("UPDATE " + lab.table().name() + " SET name = 'before' WHERE id = 1");
            CompletableFuture<@Nullable StrandlineException> page = CompletableFuture.supplyAsync(() -> {
                try {
                    run.write(page(1, "after"));
                    return null;
                } catch (StrandlineException e) {
                    return e;
                }
            });
            // as often as it takes: the page may not have come to the database yet
            await().pollInterval(Duration.ofMillis(50))
                    .atMost(Duration.ofSeconds(8))
                    .until(() -> {
                        run.stop();
                        return page.isDone();
                    });
            StrandlineException stopped = page.get(1, TimeUnit.SECONDS);
            assertThat(stopped).isNotNull();
            assertThat(stopped.code()).isEqualTo(ErrorCode.CANCELLED);
            assertThat(run.record().state()).isEqualTo(RunState.CANCELLED);
            other.rollback();
        }
        assertThat(lab.rows().get()).isEqualTo(BEFORE);
    }

    /** A statement of SQLite's that computes is stopped too, and the connection is good for the next. */
    @Test
    void aStatementThatComputesIsStopped() throws Exception {
        DatabaseSettings settings = DatabaseSettings.of(Databases.SQLITE.lab().spec(WriteMode.APPEND), "jdbc:sqlite:");
        try (Connected connected = new Sqlite().connect(settings);
                Statement statement = connected.connection().createStatement()) {
            CompletableFuture<Boolean> endless = CompletableFuture.supplyAsync(() -> {
                try {
                    statement.execute(
                            "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n");
                    return false;
                } catch (SQLException e) {
                    return true;
                }
            });
            await().pollInterval(Duration.ofMillis(50))
                    .atMost(Duration.ofSeconds(8))
                    .until(() -> {
                        connected.stop();
                        return endless.isDone();
                    });
            assertThat(endless.get()).isTrue();
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }

    @Test
    void aServerThatFallsSilentIsNotWaitedForWithoutEnd() throws Exception {
        DatabaseSettings settings =
                DatabaseSettings.of(Databases.POSTGRESQL.lab().spec(WriteMode.APPEND), "jdbc:postgresql:");
        try (Connected connected = new Postgresql().connect(settings)) {
            assertThat(connected.connection().getNetworkTimeout()).isPositive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void connectionsAreBoundedAndGivenBack(Databases database) {
        SinkLab lab = with(database.lab(), 1);
        lab.run(WriteMode.APPEND, page(1, "before"));
        try (Run open = begin(lab, WriteMode.APPEND)) {
            open.write(page(2, "open"));
            assertRefused(ErrorCode.TOO_MANY, () -> lab.run(WriteMode.APPEND, page(3, "more")));
        }
        assertRefused(ErrorCode.BAD_VALUE, () -> lab.run(WriteMode.APPEND, page(4, null)));
        Runnable clear = Failpoint.install(reached -> {
            throw new AssertionError("the process ends here");
        });
        try {
            assertThatThrownBy(() -> lab.run(WriteMode.APPEND, page(5, "died"))).isInstanceOf(AssertionError.class);
        } finally {
            clear.run();
        }
        for (int time = 0; time < 2; time++) {
            try (Stream<@Nullable Object[]> rows = lab.connector()
                    .reader(lab.spec(WriteMode.APPEND))
                    .orElseThrow()
                    .read(SinkLab.SCHEMA.columns(), List.of(), TestCall.CALL)) {
                assertThat(rows).hasSize(1);
            }
        }
        lab.run(WriteMode.UPSERT, page(1, "before"));
        assertThat(lab.rows().get()).isEqualTo(BEFORE);
    }
}
