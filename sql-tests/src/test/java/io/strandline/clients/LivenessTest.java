package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.fixture.DemoGateway;
import io.strandline.fixtures.network.CuttingProxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-5 as a user of the driver meets it: what takes too long is stopped in the gateway, and the connection stays good. */
class LivenessTest {
    /** Runs for hours if nobody stops it, and says nothing meanwhile. */
    private static final String SLOW =
            "SELECT count(*) FROM information_schema.columns a, information_schema.columns b,"
                    + " information_schema.columns c, information_schema.columns d WHERE a.remarks < b.remarks";

    private static final Duration SOON = Duration.ofSeconds(3);

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Connection connection;
    private Connection watcher;

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = gateway.connect();
        watcher = gateway.connect();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
        watcher.close();
        threads.shutdownNow();
    }

    private String states() throws SQLException {
        try (Statement statement = watcher.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT state FROM runtime.statements WHERE text LIKE 'SELECT count(*) FROM"
                                + " information_schema.columns a,%' ORDER BY started_at DESC LIMIT 1")) {
            return rows.next() ? rows.getString(1) : "";
        }
    }

    private void awaitRunning() {
        await().atMost(Duration.ofSeconds(20)).until(() -> states().equals("RUNNING"));
    }

    private void awaitState(String state) {
        await().atMost(SOON).untilAsserted(() -> assertThat(states()).isEqualTo(state));
    }

    private SQLException failureOf(Future<?> execution) throws Exception {
        ExecutionException failure =
                catchThrowableOfType(ExecutionException.class, () -> execution.get(SOON.toSeconds(), TimeUnit.SECONDS));
        assertThat(failure).as("it ended soon, with an error").isNotNull();
        return (SQLException) failure.getCause();
    }

    private void assertGood() throws SQLException {
        assertThat(connection.isValid(5)).isTrue();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 1")) {
            assertThat(rows.next()).isTrue();
        }
    }

    @Test
    void cancelFromAnotherThreadStopsAStatement() throws Exception {
        try (Statement statement = connection.createStatement()) {
            Future<ResultSet> execution = threads.submit(() -> statement.executeQuery(SLOW));
            awaitRunning();
            statement.cancel();
            assertThat(failureOf(execution).getSQLState()).isEqualTo("57014");
            awaitState("CANCELLED");
            try (ResultSet rows = statement.executeQuery("SELECT 2")) {
                assertThat(rows.next()).as("the statement is good for more").isTrue();
            }
        }
        assertGood();
    }

    @Test
    void cancelFromAnotherThreadStopsAPreparedStatement() throws Exception {
        try (PreparedStatement statement = connection.prepareStatement(SLOW + " AND a.remarks <> ?")) {
            statement.setString(1, "x");
            Future<ResultSet> execution = threads.submit(() -> statement.executeQuery());
            awaitRunning();
            statement.cancel();
            assertThat(failureOf(execution).getSQLState()).isEqualTo("57014");
            awaitState("CANCELLED");
            statement.setQueryTimeout(1);
            SQLException again = catchThrowableOfType(SQLException.class, statement::executeQuery);
            assertThat(again.getSQLState()).as("prepared anew and run").isEqualTo("HYT00");
        }
        assertGood();
    }

    @Test
    void theQueryTimeoutIsEnforcedInTheGateway() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            SQLException late = catchThrowableOfType(SQLException.class, () -> statement.executeQuery(SLOW));
            assertThat((Throwable) late).isInstanceOf(SQLTimeoutException.class);
            assertThat(late.getSQLState()).isEqualTo("HYT00");
            assertThat(states()).as("it runs no more").isNotEqualTo("RUNNING");
        }
        assertGood();
    }

    /** The answer is not waited for any longer, and the gateway notices that nobody waits. */
    @Test
    void theNetworkTimeoutEndsTheWaitAndTheWork() throws SQLException {
        connection.setNetworkTimeout(Runnable::run, 1_500);
        assertThat(connection.getNetworkTimeout()).isEqualTo(1_500);
        try (Statement statement = connection.createStatement()) {
            SQLException late = catchThrowableOfType(SQLException.class, () -> statement.executeQuery(SLOW));
            assertThat(late.getSQLState()).isEqualTo("08006");
            assertThat(late.getMessage()).contains("1500 ms");
        }
        awaitState("CANCELLED");
        assertGood();
    }

    @Test
    void abortReturnsAtOnceAndStopsTheWork() throws Exception {
        Statement statement = connection.createStatement();
        Future<ResultSet> execution = threads.submit(() -> statement.executeQuery(SLOW));
        awaitRunning();
        CompletableFuture.runAsync(
                        () -> {
                            try {
                                connection.abort(Runnable::run);
                            } catch (SQLException e) {
                                throw new AssertionError(e);
                            }
                        },
                        threads)
                .get(SOON.toSeconds(), TimeUnit.SECONDS);
        assertThat(connection.isClosed()).isTrue();
        assertThat(failureOf(execution).getSQLState()).startsWith("08");
        awaitState("CANCELLED");
    }

    /** A client that is killed closes its sockets: its query is not left running until its time limit. */
    @Test
    void aClientThatIsKilledLeavesNothingRunning() throws Exception {
        ProcessBuilder client = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Forgetful.class.getName(),
                gateway.jdbcUrl());
        Process process = client.redirectErrorStream(true).inheritIO().start();
        awaitRunning();
        process.destroyForcibly();
        awaitState("CANCELLED");
        assertThat(process.onExit().get().isAlive()).isFalse();
    }

    @Test
    void isValidIsFalseAndNeverAnExceptionOnceTheGatewayIsGone() throws SQLException {
        DemoGateway other = DemoGateway.start(folder.resolve("other"));
        try (Connection lost = other.connect()) {
            assertThat(lost.isValid(5)).isTrue();
            other.close();
            assertThat(lost.isValid(1)).isFalse();
        } finally {
            other.close();
        }
    }

    /** A network that swallows everything: the answer is false within the time given, and others are not held up. */
    @Test
    void isValidIsFalseInTimeWhenTheNetworkSaysNothing() throws Exception {
        try (CuttingProxy network = new CuttingProxy(gateway.gateway().port());
                Connection cut = DriverManager.getConnection("jdbc:strandline://127.0.0.1:" + network.port() + "/")) {
            assertThat(cut.isValid(1)).isTrue();
            network.swallow();
            assertThat(threads.submit(() -> cut.isValid(1)).get(SOON.toSeconds(), TimeUnit.SECONDS))
                    .isFalse();
            threads.submit(() -> {
                        cut.abort(Runnable::run);
                        return true;
                    })
                    .get(SOON.toSeconds(), TimeUnit.SECONDS);
        }
        assertGood();
    }

    /** Runs the slow statement, in a process of its own. */
    static final class Forgetful {
        private Forgetful() {}

        public static void main(String[] arguments) throws SQLException {
            try (Connection connection = DriverManager.getConnection(arguments[0]);
                    Statement statement = connection.createStatement()) {
                statement.execute(SLOW);
            }
        }
    }
}
