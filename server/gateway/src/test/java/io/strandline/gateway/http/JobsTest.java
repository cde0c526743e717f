package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.strandline.gateway.session.JobSettings;
import io.strandline.gateway.session.RoleLimits;
import io.strandline.gateway.session.SessionSettings;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls in the background and {@code runtime.jobs} through a stock client, on a journal in a real store (GW-1, GW-2, GW-5). */
class JobsTest {

    @TempDir
    Path directory;

    private final Orbits orbits = new Orbits();
    private JobsGateway gateway;

    @BeforeEach
    void start() {
        gateway = JobsGateway.start(directory, orbits, JobSettings.DEFAULTS, SessionSettings.DEFAULTS);
    }

    private void restart(JobSettings settings, SessionSettings sessionSettings) {
        gateway.close();
        gateway = JobsGateway.start(directory, orbits, settings, sessionSettings);
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private List<String> rows(String sql) throws SQLException {
        try (Connection connection = gateway.connect()) {
            return rows(connection, sql);
        }
    }

    private static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows(rows);
        }
    }

    private static List<String> rows(ResultSet rows) throws SQLException {
        List<String> all = new ArrayList<>();
        while (rows.next()) {
            StringJoiner row = new StringJoiner("|");
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                row.add(String.valueOf(rows.getObject(i)));
            }
            all.add(row.toString());
        }
        return all;
    }

    private String inBackground(String planet) throws SQLException {
        return rows("CALL orbit(planet => '" + planet + "', background => TRUE)")
                .get(0);
    }

    private String begin(String call) throws SQLException {
        return rows(call).get(0);
    }

    private static String stateOf(String job) {
        return "SELECT state FROM runtime.jobs WHERE job_id = '" + job + "'";
    }

    private void awaitState(String job, String state) {
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(rows(stateOf(job))).containsExactly(state));
    }

    private static void assertState(String expected, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(expected));
    }

    /** GW-1: the call ends with the id of a job that is a statement of its own; the session's end does not end it. */
    @Test
    void aCallInTheBackgroundAnswersItsJobAtOnceAndIsSeenUntilItEnds() throws SQLException {
        String job = begin("CALL space.orbit(planet => 'mars', background => TRUE)");
        await().untilAsserted(
                        () -> assertThat(rows("SELECT procedure_name, target, user_name, is_background, state, done,"
                                        + " total, unit, eta IS NOT NULL, ended_at, error FROM runtime.jobs WHERE job_id = '"
                                        + job + "'"))
                                .containsExactly("space.orbit|mars|anonymous|true|RUNNING|1|4|rounds|true|null|null"));
        assertThat(rows("SELECT session_id, kind, text, state FROM runtime.statements WHERE statement_id = '" + job
                        + "'"))
                .containsExactly("null|CALL|CALL space.orbit(planet => 'mars')|RUNNING");
        assertThat(rows("SELECT target, state FROM runtime.audit WHERE action = 'runtime.start_job'"))
                .containsExactly(job + "|DONE");

        orbits.mayEnd.release();
        awaitState(job, "DONE");
        assertThat(rows("SELECT done, total, eta, ended_at >= started_at FROM runtime.jobs WHERE job_id = '" + job
                        + "'"))
                .containsExactly("4|4|null|true");
        restart(JobSettings.DEFAULTS, SessionSettings.DEFAULTS);
        assertThat(rows("SELECT procedure_name, target, is_background, state, done FROM runtime.jobs WHERE job_id = '"
                        + job + "'"))
                .as("as another gateway sees it")
                .containsExactly("space.orbit|mars|true|DONE|4");
    }

    /** GW-2: the same key gives the same job, which runs once; under the job's own key the call waits for its rows. */
    @Test
    void theSameKeyGivesTheSameJobAndTheJobsIdGivesItsRows() throws Exception {
        try (Connection connection = gateway.connect()) {
            String call = "CALL orbit(planet => 'mars', background => TRUE)";
            rows(connection, "SELECT 1");
            String job = underKey(connection, "k", call);
            assertThat(underKey(connection, "k", call)).isEqualTo(job);
            CompletableFuture<String> waits = CompletableFuture.supplyAsync(() -> {
                try (Connection other = gateway.connect()) {
                    return underKey(other, job, "CALL orbit('mars')");
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            orbits.mayEnd.release();
            assertThat(waits.get()).isEqualTo("round mars");
            assertThat(underKey(connection, "k", call)).isEqualTo(job);
            assertThat(orbits.begun).hasValue(1);
            assertState("22023", () -> underKey(connection, "k", "CALL orbit('mars')"));
        }
    }

    private static String underKey(Connection connection, String key, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET idempotency_key = '" + key + "'");
        }
        return rows(connection, sql).get(0);
    }

    /** GW-5: within a second; its error is kept with it. */
    @Test
    void aKilledJobIsCancelledAndSaysByWhom() throws SQLException {
        String job = inBackground("mars");
        assertThat(rows("CALL kill_statement('" + job + "')")).containsExactly(job + "|true|null");
        await().atMost(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(rows(stateOf(job))).containsExactly("CANCELLED"));
        assertThat(rows("SELECT sqlstate, error FROM runtime.jobs WHERE job_id = '" + job + "'"))
                .singleElement()
                .satisfies(row -> assertThat(row).startsWith("57014|").contains("by user"));
        assertThat(rows("CALL kill_statement('" + job + "')")).containsExactly(job + "|false|not_running");
        restart(JobSettings.DEFAULTS, SessionSettings.DEFAULTS);
        assertThat(rows(stateOf(job))).as("as another gateway sees it").containsExactly("CANCELLED");
    }

    @Test
    void aJobThatFailsKeepsItsError() throws SQLException {
        String job = inBackground("sun");
        awaitState(job, "REFUSED");
        assertThat(rows("SELECT sqlstate, error FROM runtime.jobs WHERE job_id = '" + job + "'"))
                .containsExactly("55000|the sun is too hot");
    }

    /** The answer's columns depend on it, so it is known when the call is planned; the rest is bound as ever. */
    @Test
    void aPreparedCallInTheBackgroundSaysItsColumns() throws SQLException {
        try (Connection connection = gateway.connect();
                PreparedStatement call = connection.prepareStatement("CALL orbit(planet => ?, background => TRUE)")) {
            assertThat(call.getMetaData().getColumnLabel(1)).isEqualTo("job_id");
            assertThat(call.getMetaData().getColumnCount()).isOne();
            call.setString(1, "sun");
            try (ResultSet rows = call.executeQuery()) {
                assertThat(rows(rows)).hasSize(1);
            }
            assertState("22023", () -> connection.prepareStatement("CALL orbit(planet => 'x', background => ?)"));
            assertState("22023", () -> rows("CALL orbit(planet => 'x', background => 'true')"));
            assertState("22023", () -> rows("CALL orbit(planet => 'x', background => NULL)"));
            orbits.mayEnd.release(2);
            assertThat(rows("CALL orbit(planet => 'x', background => FALSE)")).containsExactly("round x");
            assertThat(rows("CALL orbit(planet => 'x', background => DEFAULT)")).containsExactly("round x");
        }
    }

    /** GW-8: as many as the setting says, by its name. */
    @Test
    void oneJobTooManyIsRefusedByTheNameOfTheSetting() throws SQLException {
        restart(new JobSettings(2, JobSettings.UNLIMITED), SessionSettings.DEFAULTS);
        String first = inBackground("mars");
        inBackground("venus");
        assertThatThrownBy(() -> inBackground("earth"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("53300"))
                .hasMessageContaining("server.limits.jobs");
        rows("CALL kill_statement('" + first + "')");
        awaitState(first, "CANCELLED");
        await().ignoreExceptionsInstanceOf(SQLException.class)
                .untilAsserted(() -> assertThat(inBackground("earth")).isNotEmpty());
    }

    /** The time of a role bounds requests, not jobs; those have a limit of their own, which is named. */
    @Test
    void theTimeOfARoleDoesNotEndAJobAndTheTimeOfJobsDoes() throws SQLException {
        RoleLimits tight = new RoleLimits(1_000_000, 1_000, 1L << 20, Duration.ofSeconds(2), 64);
        restart(JobSettings.DEFAULTS, SessionSettings.DEFAULTS.withLimits(tight));
        String job = inBackground("mars");
        assertState("HYT00", () -> rows("CALL orbit('venus')"));
        assertThat(rows(stateOf(job))).containsExactly("RUNNING");
        restart(new JobSettings(16, Duration.ofMillis(100)), SessionSettings.DEFAULTS);
        String limited = inBackground("mars");
        awaitState(limited, "CANCELLED");
        assertThat(rows("SELECT error FROM runtime.jobs WHERE job_id = '" + limited + "'"))
                .singleElement()
                .satisfies(error -> assertThat(error).contains("server.limits.job_time"));
    }

    /** GW-1: a gateway that stops ends its jobs, and no job stays running. */
    @Test
    void aGatewayThatStopsCancelsItsJobs() throws SQLException {
        String job = inBackground("mars");
        restart(JobSettings.DEFAULTS, SessionSettings.DEFAULTS);
        assertThat(rows("SELECT state, error FROM runtime.jobs WHERE job_id = '" + job + "'"))
                .singleElement()
                .satisfies(row -> assertThat(row).startsWith("CANCELLED|").contains("the gateway stops"));
    }

    /** A call that waits for its answer is a job too as soon as it says how far it is; and can be killed (GW-5). */
    @Test
    void aCallThatIsWaitedForIsSeenWhenItSaysHowFarItIs() throws Exception {
        CompletableFuture<Throwable> fails = CompletableFuture.supplyAsync(() -> {
            try {
                rows("CALL orbit('mars')");
                throw new AssertionError("it ended well");
            } catch (SQLException e) {
                return e;
            }
        });
        await().untilAsserted(() -> assertThat(rows("SELECT is_background, state, done, unit FROM runtime.jobs"))
                .containsExactly("false|RUNNING|1|rounds"));
        String id = rows("SELECT job_id FROM runtime.jobs").get(0);
        long killed = System.nanoTime();
        rows("CALL kill_statement('" + id + "')");
        assertThat(((SQLException) fails.get()).getSQLState()).isEqualTo("57014");
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(1));
    }

    /** What is not long has no such parameter. */
    @Test
    void whatIsNotLongDoesNotRunInTheBackground() {
        assertState("22023", () -> rows("CALL kill_statement(statement_id => 'x', background => TRUE)"));
    }
}
