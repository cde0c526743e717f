package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GW-5: an administrator and a time limit each stop a running scan, a running procedure and a wait for a backend. */
class StopTest {
    private static final Duration SOON = Duration.ofSeconds(4);

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
    }

    private static String idOf(Work work) {
        return await().atMost(Duration.ofSeconds(20))
                .until(
                        () -> watcher.rows("SELECT statement_id FROM runtime.statements WHERE state = 'RUNNING' AND"
                                + " phase <> 'planning' AND text = '" + work.sql.replace("'", "''") + "'"),
                        ids -> !ids.isEmpty())
                .get(0);
    }

    private static void assertOver(String id, String sqlState) throws SQLException {
        assertThat(watcher.rows("SELECT state, sqlstate FROM runtime.statements WHERE statement_id = '" + id + "'"))
                .isEqualTo(List.of("CANCELLED|" + sqlState));
    }

    @ParameterizedTest
    @EnumSource
    void isKilled(Work work) throws Exception {
        try (Client client = lakes.connect()) {
            CompletableFuture<SQLException> running = CompletableFuture.supplyAsync(() -> client.errorAtOnce(work.sql));
            String id = idOf(work);
            assertThat(watcher.rows("CALL kill_statement('" + id + "')")).containsExactly(id + "|true|null");
            SQLException error = running.get(SOON.toSeconds(), TimeUnit.SECONDS);
            Client.assertCode(error, ErrorCode.CANCELLED);
            assertOver(id, "57014");
            client.assertAlive();
        }
    }

    @ParameterizedTest
    @EnumSource
    void runsOutOfTime(Work work) throws Exception {
        try (Client client = lakes.connect();
                Statement statement = client.connection().createStatement()) {
            statement.setQueryTimeout(1);
            CompletableFuture<SQLException> running = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(SQLException.class, () -> read(statement, work.sql)));
            String id = idOf(work);
            Client.assertCode(running.get(SOON.toSeconds(), TimeUnit.SECONDS), ErrorCode.TIMED_OUT);
            assertOver(id, "HYT00");
            client.assertAlive();
        }
    }

    private static void read(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                assertThat(rows.getString(1)).isNotNull();
            }
        }
    }
}
