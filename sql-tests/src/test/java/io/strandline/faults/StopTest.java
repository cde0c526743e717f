package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * GW-5: its user, an administrator and a time limit each stop a running scan, a running procedure and a wait for a backend
 * within a second of being told: in the gateway, and so that its client knows. The second is the rule's own; what the machine
 * keeps threads waiting for beside is not counted ({@link Stalls}).
 */
class StopTest {
    private static final Duration WITHIN = Duration.ofSeconds(1);

    /** Ends a test that nothing else ends. */
    private static final Duration FOR_EVER = Duration.ofSeconds(60);

    private static final Stalls STALLS = new Stalls();

    @TempDir
    static Path folder;

    private static TwoLakes lakes;
    private static Client watcher;
    private static Connection catalog;

    /** What runs, with the catalog {@code bad} locked by somebody who does not go away. */
    private enum Work {
        SCAN("SELECT count(*) FROM information_schema.columns a, information_schema.columns b,"
                + " information_schema.columns c, information_schema.columns d WHERE a.remarks < b.remarks"),
        WAIT_FOR_A_BACKEND("SELECT count(*) FROM catalog.tables WHERE catalog_name = 'bad'"),
        PROCEDURE("CALL reconcile(connection => 'bad')"),
        CHANGE("CALL register(connection => 'bad', table_name => 'one')");

        private final String sql;

        Work(String sql) {
            this.sql = sql;
        }
    }

    @BeforeAll
    static void start() throws IOException, SQLException {
        lakes = TwoLakes.start(folder, Duration.ofMinutes(5), "one");
        watcher = lakes.connect();
        catalog = DriverManager.getConnection("jdbc:sqlite:" + lakes.database());
        try (Statement lock = catalog.createStatement()) {
            lock.execute("BEGIN EXCLUSIVE");
        }
    }

    @AfterAll
    static void stop() throws SQLException {
        catalog.close();
        watcher.close();
        lakes.close();
        STALLS.close();
    }

    private static String idOf(Work work) {
        return await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> watcher.rows("SELECT statement_id FROM runtime.statements WHERE state = 'RUNNING' AND"
                                + " phase <> 'planning' AND text = '" + work.sql.replace("'", "''") + "'"),
                        ids -> !ids.isEmpty())
                .get(0);
    }

    /** Its client was told, it is listed as stopped, and no thread of the gateway works for it any more: all in time. */
    private static void assertOver(
            CompletableFuture<SQLException> running, Work work, Stalls.Watch since, Duration limit, ErrorCode code)
            throws Exception {
        Client.assertCode(running.get(FOR_EVER.toSeconds(), TimeUnit.SECONDS), code);
        Duration toClient = since.elapsed().minus(limit);
        await().atMost(FOR_EVER).pollInterval(Duration.ofMillis(10)).until(() -> atWork().isEmpty());
        assertThat(since.elapsed().minus(limit))
                .as("until nothing works for it any more")
                .isLessThan(WITHIN);
        assertThat(toClient).as("until its client knows").isLessThan(WITHIN);
        assertThat(watcher.rows("SELECT state, sqlstate FROM runtime.statements WHERE text = '"
                        + work.sql.replace("'", "''") + "' ORDER BY started_at DESC LIMIT 1"))
                .containsExactly("CANCELLED|" + code.sqlState());
    }

    /** Threads that run a statement. The one that asks a backend which does not answer is left to it, and runs none. */
    private static List<String> atWork() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> Arrays.stream(thread.getValue())
                        .anyMatch(frame -> frame.getClassName().endsWith(".session.StatementRunner")))
                .map(thread -> thread.getKey().getName())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void isKilled(Work work) throws Exception {
        try (Client client = lakes.connect()) {
            CompletableFuture<SQLException> running = CompletableFuture.supplyAsync(() -> client.errorAtOnce(work.sql));
            String id = idOf(work);
            assertThat(atWork()).hasSize(1);
            Stalls.Watch told = STALLS.start();
            assertThat(watcher.rows("CALL kill_statement('" + id + "')")).containsExactly(id + "|true|null");
            assertOver(running, work, told, Duration.ZERO, ErrorCode.CANCELLED);
            client.assertAlive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void isCancelledByItsUser(Work work) throws Exception {
        try (Client client = lakes.connect();
                Statement statement = client.connection().createStatement()) {
            CompletableFuture<SQLException> running = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(SQLException.class, () -> read(statement.executeQuery(work.sql))));
            idOf(work);
            Stalls.Watch told = STALLS.start();
            statement.cancel();
            assertOver(running, work, told, Duration.ZERO, ErrorCode.CANCELLED);
            read(statement.executeQuery("SELECT 1"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void isCancelledByItsUserWhenPrepared(Work work) throws Exception {
        try (Client client = lakes.connect();
                PreparedStatement statement = client.connection().prepareStatement(work.sql)) {
            CompletableFuture<SQLException> running = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(SQLException.class, () -> read(statement.executeQuery())));
            idOf(work);
            Stalls.Watch told = STALLS.start();
            statement.cancel();
            assertOver(running, work, told, Duration.ZERO, ErrorCode.CANCELLED);
            client.assertAlive();
        }
    }

    /** Of both kinds of limits: what the driver sends with the statement, and what SET gave the session. */
    @ParameterizedTest
    @EnumSource
    void runsOutOfTime(Work work) throws Exception {
        Duration limit = Duration.ofSeconds(1);
        try (Client client = lakes.connect();
                Statement statement = client.connection().createStatement()) {
            statement.setQueryTimeout((int) limit.toSeconds());
            assertRunsOut(work, statement, limit);
            statement.setQueryTimeout(0);
            statement.execute("SET query_timeout = '100ms'");
            assertRunsOut(work, statement, Duration.ofMillis(100));
            statement.execute("RESET query_timeout");
            client.assertAlive();
        }
    }

    private static void assertRunsOut(Work work, Statement statement, Duration limit) throws Exception {
        Stalls.Watch begun = STALLS.start();
        long began = System.nanoTime();
        CompletableFuture<SQLException> running = CompletableFuture.supplyAsync(() -> {
            SQLException error = catchThrowableOfType(SQLException.class, () -> read(statement.executeQuery(work.sql)));
            assertThat(System.nanoTime() - began).as("it is given its time").isGreaterThanOrEqualTo(limit.toNanos());
            return error;
        });
        assertOver(running, work, begun, limit, ErrorCode.TIMED_OUT);
    }

    private static void read(ResultSet rows) throws SQLException {
        try (rows) {
            while (rows.next()) {
                assertThat(rows.getString(1)).isNotNull();
            }
        }
    }
}
