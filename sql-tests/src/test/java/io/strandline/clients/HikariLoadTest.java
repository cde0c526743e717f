package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.strandline.fixture.DemoGateway;
import io.strandline.jdbc.StrandlineStatement;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * HikariCP under load: borrowers that change, read, run out of time and have their connections killed, and a gateway that is
 * restarted under all of them. Each change is made once, each borrower gets on, and nothing is left behind (GW-1, GW-5, GW-6).
 */
class HikariLoadTest {
    private static final int BORROWERS = 8;
    private static final int ROUNDS = 20;
    private static final int CONNECTIONS = 4;
    private static final int MOST_ATTEMPTS = 100;

    private static final String SLOW =
            "SELECT count(*) FROM information_schema.columns a, information_schema.columns b,"
                    + " information_schema.columns c, information_schema.columns d WHERE a.remarks < b.remarks";

    private static final String UNREAD = "SELECT ordinal FROM runtime.parameters";

    /** How many run, but for rows that a killed connection left unread: they go with its session. */
    private static final String RUNNING =
            "SELECT count(*) FROM runtime.statements WHERE state = 'RUNNING' AND text <> '" + UNREAD + "'";

    /** A connection that is gone, or an answer that is: both may be asked again, a change under its key. */
    private static final Set<String> ASK_AGAIN = Set.of("08001", "08003", "08006", "40003");

    @TempDir
    Path folder;

    private final Map<String, AtomicInteger> failures = new ConcurrentHashMap<>();
    private final AtomicInteger registered = new AtomicInteger();
    private final AtomicInteger killed = new AtomicInteger();
    private DemoGateway gateway;
    private HikariDataSource pool;

    @BeforeEach
    void start() {
        gateway = DemoGateway.start(folder.resolve("lake"));
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(gateway.jdbcUrl());
        config.setMaximumPoolSize(CONNECTIONS);
        config.setConnectionTimeout(60_000);
        pool = new HikariDataSource(config);
    }

    @AfterEach
    void stop() {
        pool.close();
        gateway.close();
    }

    @Test
    void everyBorrowerGetsOnAndEveryChangeIsMadeOnce() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(BORROWERS);
        try {
            List<Future<?>> borrowers = new ArrayList<>();
            for (int i = 0; i < BORROWERS; i++) {
                int number = i;
                borrowers.add(threads.submit(() -> {
                    work(number);
                    return true;
                }));
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> registered.get() >= BORROWERS * ROUNDS / 4);
            gateway.restart();
            assertThat(registered).as("there is work left").hasValueLessThan(BORROWERS * ROUNDS);
            for (Future<?> borrower : borrowers) {
                borrower.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(failures.keySet()).isSubsetOf("08001", "08003", "08006", "40003", "HYT00");
        assertThat(failures.get("HYT00")).hasValue(BORROWERS);
        assertThat(killed).hasPositiveValue();
        assertChangesWereMadeOnce();
        assertNothingIsLeft();
    }

    private void work(int number) throws SQLException {
        for (int round = 0; round < ROUNDS; round++) {
            String source = "load-" + number + "-" + round;
            if (round % 20 == 7) {
                runOutOfTime();
            } else if (round % 20 == 13) {
                loseTheConnection();
            }
            untilAnswered(connection -> register(connection, source));
            registered.incrementAndGet();
            assertThat(untilAnswered(connection -> text(
                            connection, "SELECT count(*) FROM registry.sources WHERE source_id = '" + source + "'")))
                    .isEqualTo("1");
        }
    }

    /** What is asked of a borrowed connection. */
    @FunctionalInterface
    private interface Question {
        String ask(Connection connection) throws SQLException;
    }

    private String untilAnswered(Question question) throws SQLException {
        for (int i = 0; i < MOST_ATTEMPTS; i++) {
            try (Connection connection = pool.getConnection()) {
                return question.ask(connection);
            } catch (SQLException e) {
                if (!ASK_AGAIN.contains(String.valueOf(e.getSQLState()))) {
                    throw e;
                }
                count(e);
            }
        }
        throw new AssertionError("no answer in " + MOST_ATTEMPTS + " attempts");
    }

    private void count(SQLException failure) {
        assertThat(failure.getMessage()).isNotBlank();
        failures.computeIfAbsent(failure.getSQLState(), state -> new AtomicInteger())
                .incrementAndGet();
    }

    private static String register(Connection connection, String source) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.unwrap(StrandlineStatement.class).setIdempotencyKey("key-of-" + source);
            try (ResultSet rows = statement.executeQuery(
                    "CALL register_source('file', '" + source + "', 's3://bucket/" + source + "/data.csv')")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("reason")).as(source).isNull();
                return rows.getString("done");
            }
        }
    }

    /** Until it does: the gateway may be restarted meanwhile. */
    private void runOutOfTime() throws SQLException {
        untilAnswered(connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.setQueryTimeout(1);
                statement.executeQuery(SLOW).close();
                throw new AssertionError("it ran to its end");
            } catch (SQLException e) {
                if (ASK_AGAIN.contains(e.getSQLState())) {
                    throw e;
                }
                count(e);
                return e.getSQLState();
            }
        });
    }

    /** Its socket is closed under it, with rows still to be read; the pool says so, or has noticed the restart before. */
    private void loseTheConnection() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(1);
            assertThat(statement.executeQuery(UNREAD).next()).isTrue();
            connection.abort(Runnable::run);
            killed.incrementAndGet();
        } catch (SQLException e) {
            assertThat(e.getSQLState()).as(e.getMessage()).isIn(ASK_AGAIN);
        }
    }

    private void assertChangesWereMadeOnce() throws SQLException {
        int all = BORROWERS * ROUNDS;
        assertThat(registered).hasValue(all);
        try (Connection connection = gateway.connect()) {
            assertThat(text(connection, "SELECT count(*) FROM registry.sources WHERE source_id LIKE 'load-%'"))
                    .isEqualTo(Integer.toString(all));
            assertThat(text(
                            connection,
                            "SELECT count(*) || ' of ' || count(DISTINCT target) FROM runtime.audit"
                                    + " WHERE state = 'DONE' AND target LIKE 'source file \"load-%'"))
                    .isEqualTo(all + " of " + all);
        }
    }

    private void assertNothingIsLeft() throws SQLException {
        assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
        pool.close();
        try (Connection connection = gateway.connect()) {
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                assertThat(gateway.gateway().connections()).as("sockets").isOne();
                assertThat(text(connection, RUNNING)).isEqualTo("1");
            });
        }
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
