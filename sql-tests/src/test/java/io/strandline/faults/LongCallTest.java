package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.jdbc.StrandlineDataSource;
import io.strandline.jdbc.StrandlineStatement;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case 44 (CALCITE-6209): a CALL that takes longer than any time-out its client has for something else is not cut; one that
 * the client does not want to wait for goes on, and its outcome can be had. The call waits for a catalog that is locked for
 * as long as the test wants.
 */
class LongCallTest {
    private static final Duration FOR_EVER = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private static String register(String table) {
        return "CALL register(connection => 'bad', table_name => '" + table + "')";
    }

    private static String done(Statement statement, String table) throws SQLException {
        try (ResultSet rows = statement.executeQuery(register(table))) {
            assertThat(rows.next()).isTrue();
            return rows.getString("done") + " " + rows.getString("reason");
        }
    }

    @Test
    void isNotCutByTheClientAndMadeOnce() throws Exception {
        try (TwoLakes lakes = TwoLakes.start(folder, Duration.ofMinutes(5), "one", "two");
                Client watcher = lakes.connect();
                Connection patient = patient(lakes);
                Statement waiting = patient.createStatement();
                Connection impatient =
                        DriverManager.getConnection(lakes.gateway().jdbcUrl() + "?networkTimeout=300ms");
                Statement leaving = impatient.createStatement();
                Connection catalog = DriverManager.getConnection("jdbc:sqlite:" + lakes.database());
                Statement lock = catalog.createStatement()) {
            lock.execute("BEGIN EXCLUSIVE");
            long began = System.nanoTime();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return done(waiting, "one");
                } catch (SQLException e) {
                    return e.getSQLState() + " " + e.getMessage();
                }
            });
            leaving.unwrap(StrandlineStatement.class).setIdempotencyKey("asked-again");
            SQLException lost = catchThrowableOfType(SQLException.class, () -> done(leaving, "two"));
            assertThat(lost.getSQLState()).as(lost.getMessage()).isEqualTo("40003");
            assertThat(lost.getMessage()).contains("300 ms", "asked-again");
            await().atMost(FOR_EVER)
                    .until(() ->
                            System.nanoTime() - began > Duration.ofSeconds(2).toNanos());
            assertThat(answer).as("longer than any of its time-outs").isNotDone();
            assertThat(watcher.rows(
                            "SELECT count(*) FROM runtime.statements WHERE state = 'RUNNING' AND kind = 'CALL'"))
                    .as("nobody's change is stopped because its client left")
                    .containsExactly("2");
            lock.execute("ROLLBACK");
            assertThat(answer.get(FOR_EVER.toSeconds(), TimeUnit.SECONDS)).isEqualTo("true null");
            impatient.setNetworkTimeout(Runnable::run, 0);
            leaving.unwrap(StrandlineStatement.class).setIdempotencyKey("asked-again");
            assertThat(done(leaving, "two")).isEqualTo("true null");
            assertThat(watcher.rows("SELECT action, state, count(*) FROM runtime.audit WHERE action LIKE '%register'"
                            + " GROUP BY action, state"))
                    .containsExactly("registry.register|DONE|2");
        }
    }

    /** Every time-out that a client can have, but the one for answers: each is over long before the call is. */
    private static Connection patient(TwoLakes lakes) throws SQLException {
        StrandlineDataSource source = new StrandlineDataSource();
        source.setUrl(lakes.gateway().jdbcUrl() + "?connectTimeout=100ms");
        source.setLoginTimeout(1);
        return source.getConnection();
    }
}
