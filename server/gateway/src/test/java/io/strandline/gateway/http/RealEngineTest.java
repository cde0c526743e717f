package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.session.SessionModule;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.Planets;
import io.strandline.gateway.system.SystemModules;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJobs;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.remote.Driver.Serialization;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Avatica's own client on the whole path: wire, sessions, engine, journal in a real store. */
class RealEngineTest {
    @TempDir
    static Path directory;

    private static StoreDatabase store;
    private static DatabaseJournal journal;
    private static Planets planets;
    private static Sessions sessions;
    private static GatewayServer server;

    @BeforeAll
    static void start() {
        store = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")));
        journal = DatabaseJournal.open(store, JournalOptions.defaults(), Clock.systemUTC());
        journal.start(Map.of());
        planets = new Planets();
        server = serve();
    }

    /** Another gateway on the same store, as after a restart. */
    private static GatewayServer serve() {
        sessions = new Sessions(SessionSettings.DEFAULTS, Clock.systemUTC());
        var modules = SystemModules.around(
                List.of(planets, new SessionModule(sessions, journal, new DatabaseJobs(store, journal))), "1.2.3");
        return GatewayServer.start(
                HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0),
                Users.NONE,
                Engines.create(modules, journal, EngineLimits.DEFAULT),
                sessions,
                "1.2.3");
    }

    @AfterAll
    static void stop() {
        server.close();
        journal.close();
        store.close();
    }

    @BeforeEach
    void forget() {
        planets.called.clear();
    }

    private static Connection connect(Serialization codec) throws SQLException {
        return DriverManager.getConnection("jdbc:avatica:remote:url=http://127.0.0.1:" + server.port()
                + "/;serialization=" + codec + ";timeZone=UTC");
    }

    private static List<String> read(ResultSet rows) throws SQLException {
        List<String> values = new ArrayList<>();
        while (rows.next()) {
            values.add(rows.getString(1));
        }
        return values;
    }

    private static void state(String expected, ThrowingCallable work) {
        assertThatThrownBy(work)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(expected));
    }

    @ParameterizedTest
    @EnumSource
    void selectsWithParametersOfAnyKind(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                PreparedStatement statement =
                        connection.prepareStatement("SELECT name FROM space.planets WHERE id > ? AND name LIKE ?")) {
            statement.setString(1, "3");
            statement.setString(2, "%表é😀");
            assertThat(read(statement.executeQuery())).containsExactly("mars 表é😀");
            statement.setInt(1, 0);
            statement.setString(2, "v%");
            assertThat(read(statement.executeQuery())).containsExactly("venus");
            statement.setString(1, "many");
            state("22023", statement::executeQuery);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsEveryType(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM space.planets WHERE id = 3")) {
            assertThat(row.next()).isTrue();
            assertThat(row.getLong("id")).isEqualTo(3);
            assertThat(row.getBoolean("rings")).isFalse();
            assertThat(row.getDouble("gravity")).isEqualTo(1.5);
            assertThat(row.getBigDecimal("mass")).hasToString("1234567890123456789012345681.0123456789");
            assertThat(row.getTimestamp("seen_at").toInstant()).hasToString("2026-06-01T12:00:00.500Z");
            assertThat(row.getString("found")).isEqualTo("1960-02-03");
            assertThat(row.getBytes("code")).asString().isEqualTo("earth");
            assertThat((Object[]) row.getArray("tags").getArray()).containsExactly("earth", null);
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsAnEndlessTableFrameByFrameUntilItIsClosed(Serialization codec) throws SQLException {
        int closedBefore = planets.closed.get();
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT n FROM space.numbers")) {
            for (long expected = 0; expected < 25_000; expected++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isEqualTo(expected);
            }
        }
        assertThat(planets.closed.get()).isEqualTo(closedBefore + 1);
        assertThat(sessions.runningStatements()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "SELEC 1, 42601",
        "SELECT * FROM space.planet, 42P01",
        "SELECT nam FROM space.planets, 42703",
        "SELECT 1/0 FROM space.planets, 22012",
        "CALL vist('x'), 42883",
        "'CALL visit(where => ''x'')', 22023",
        "CALL land('sun'), 55000",
        "SET time_zone = 'Mars', 22023",
        "SET tim_zone = 'UTC', 22023",
        "'', 42601",
    })
    void codesErrors(String sql, String expected) throws SQLException {
        for (Serialization codec : Serialization.values()) {
            try (Connection connection = connect(codec);
                    Statement statement = connection.createStatement()) {
                state(expected, () -> statement.execute(sql));
                assertThat(read(statement.executeQuery("SELECT 1"))).containsExactly("1");
            }
        }
    }

    /** GW-2 for clients that send no header: the same key again gives the same answer, also after a restart. */
    @ParameterizedTest
    @EnumSource
    void aChangeUnderOneKeyIsMadeOnce(Serialization codec) throws SQLException {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            try (Connection connection = connect(codec);
                    Statement statement = connection.createStatement()) {
                statement.execute("SET idempotency_key = 'once-" + codec + "'");
                answers.addAll(read(statement.executeQuery("CALL land('mars')")));
            }
            if (i == 1) {
                server.close();
                server = serve();
            }
        }
        assertThat(answers).containsOnly("landed 1").hasSize(3);
        assertThat(planets.called).hasSize(1);
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            statement.execute("SET idempotency_key = 'once-" + codec + "'");
            state("22023", () -> statement.executeQuery("CALL land('venus')"));
            ResultSet rows =
                    statement.executeQuery("SELECT state FROM runtime.statements WHERE idempotency_key = 'once-" + codec
                            + "'" + " AND session_id IS NULL");
            assertThat(read(rows)).containsExactly("DONE");
        }
    }

    @ParameterizedTest
    @EnumSource
    void showsSessionsAndStatements(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            statement.execute("SET application_name = 'the test'");
            statement.execute("SET time_zone = 'Asia/Kolkata'");
            assertThat(read(statement.executeQuery("SELECT time_zone FROM runtime.sessions"
                            + " WHERE application_name = 'the test' AND user_role = 'admin' AND NOT read_only")))
                    .containsExactly("Asia/Kolkata");
            assertThat(read(statement.executeQuery(
                            "SELECT kind FROM runtime.statements WHERE state = 'RUNNING' AND phase IS NOT NULL")))
                    .containsExactly("SELECT");
            ResultSet all =
                    statement.executeQuery("SELECT statement_id, session_id, user_name, kind, text, state, phase,"
                            + " started_at, ended_at, elapsed_ms, planning_ms, running_ms, fetching_ms, rows_returned,"
                            + " idempotency_key, sqlstate, error FROM runtime.statements ORDER BY started_at");
            assertThat(all.getMetaData().getColumnCount()).isEqualTo(17);
        }
    }

    /** GW-5: a running scan stops within a second when somebody kills it. */
    @ParameterizedTest
    @EnumSource
    void killsARunningStatement(Serialization codec) throws Exception {
        try (Connection connection = connect(codec);
                Statement endless = connection.createStatement();
                Connection other = connect(codec);
                Statement killer = other.createStatement()) {
            var running = CompletableFuture.supplyAsync(() -> {
                try {
                    return endless.executeQuery("SELECT COUNT(*) FROM space.numbers");
                } catch (SQLException e) {
                    return e;
                }
            });
            String find = "SELECT statement_id FROM runtime.statements WHERE state = 'RUNNING' AND text LIKE '%COUNT%'"
                    + " AND phase = 'running' AND text NOT LIKE '%runtime%'";
            List<String> found = Awaitility.await().until(() -> read(killer.executeQuery(find)), ids -> !ids.isEmpty());
            ResultSet killed = killer.executeQuery("CALL kill_statement('" + found.get(0) + "')");
            assertThat(killed.next()).isTrue();
            assertThat(killed.getBoolean("done")).isTrue();
            assertThat(running.get(1, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void answersMetadata(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec)) {
            DatabaseMetaData metadata = connection.getMetaData();
            assertThat(read(metadata.getCatalogs())).containsExactly("strandline");
            assertThat(read(metadata.getSchemas())).contains("information_schema", "runtime", "space");
            try (ResultSet tables = metadata.getTables("strandline", "space", "plan%", null)) {
                assertThat(tables.next()).isTrue();
                assertThat(tables.getString("TABLE_NAME")).isEqualTo("planets");
                assertThat(tables.getString("TABLE_TYPE")).isEqualTo("TABLE");
                assertThat(tables.getString("REMARKS")).isEqualTo("Planets.");
            }
            try (ResultSet columns = metadata.getColumns(null, "space", "planets", "mass")) {
                assertThat(columns.next()).isTrue();
                assertThat(columns.getString("TYPE_NAME")).isEqualTo("DECIMAL");
                assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(38);
                assertThat(columns.getInt("DECIMAL_DIGITS")).isEqualTo(10);
                assertThat(columns.getString("IS_NULLABLE")).isEqualTo("YES");
            }
            connection.setSchema("space");
            try (Statement statement = connection.createStatement()) {
                assertThat(read(statement.executeQuery("SELECT name FROM planets WHERE id = 1")))
                        .containsExactly("mercury");
            }
            connection.setSchema("nowhere");
            assertThatThrownBy(connection::createStatement).hasMessageContaining("no schema \"nowhere\"");
        }
    }
}
