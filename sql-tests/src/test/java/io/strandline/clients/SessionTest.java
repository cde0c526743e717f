package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import io.strandline.jdbc.StrandlineStatement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-6: what a connection keeps, what it refuses, and what becomes of it when the gateway is started anew. */
class SessionTest {
    private static final String DROP =
            "CALL repair(connection => 'scratch', action => 'drop', table_name => 'stray_import', dry_run => true)";

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    private Connection connection;
    private Statement statement;

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
        statement = connection.createStatement();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private static SQLException failure(String state, ThrowingCallable call) {
        SQLException failure = catchThrowableOfType(SQLException.class, call);
        assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
        return failure;
    }

    private static String text(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).as(sql).isTrue();
            return rows.getString(1);
        }
    }

    @Test
    void theSchemaReallySwitches() throws SQLException {
        assertThat(connection.getSchema()).isEqualTo("reconcile");
        assertThat(text(connection, "SELECT count(*) FROM findings")).isNotEqualTo("0");
        connection.setSchema("runtime");
        assertThat(connection.getSchema()).isEqualTo("runtime");
        assertThat(text(connection, "SELECT component FROM version LIMIT 1")).isNotEmpty();
        failure("42P01", () -> statement.executeQuery("SELECT count(*) FROM findings"));
        failure("3F000", () -> connection.setSchema("runtimes"));
        assertThat(connection.getSchema()).isEqualTo("runtime");
    }

    @Test
    void anUnknownCatalogIsRefusedWithTheKnownOnes() throws SQLException {
        assertThat(failure("3D000", () -> connection.setCatalog("nowhere")).getMessage())
                .contains("nowhere")
                .contains("There are: ")
                .contains("strandline");
        assertThat(failure("3D000", () -> statement.execute("SET catalog = 'nowhere'"))
                        .getMessage())
                .contains("strandline");
        failure("3D000", () -> DriverManager.getConnection(gateway.jdbcUrl() + "?catalog=nowhere"));
        connection.setCatalog("strandline");
        assertThat(connection.getCatalog()).isEqualTo("strandline");
        assertThat(text(connection, "SELECT count(*) FROM findings")).isNotEqualTo("0");
    }

    @Test
    void theApplicationsNameIsSeenByOthers() throws SQLException {
        connection.setClientInfo("ApplicationName", "it's a report 表");
        try (Connection other = gateway.connect()) {
            assertThat(text(other, "SELECT count(*) FROM runtime.sessions WHERE application_name = 'it''s a report 表'"))
                    .isEqualTo("1");
        }
    }

    @Test
    void aReadOnlySessionReadsAndChangesNothing() throws SQLException {
        connection.setReadOnly(true);
        assertThat(text(connection, "CALL help('repair')")).isNotEmpty();
        failure("25006", () -> statement.execute(DROP));
        connection.setReadOnly(false);
        assertThat(statement.execute(DROP)).isTrue();
    }

    @Test
    void whoeverTurnsAutoCommitOffIsWarned() throws SQLException {
        connection.setAutoCommit(false);
        statement.execute(DROP);
        assertThat((Throwable) statement.getWarnings()).hasMessageContaining("rollback cannot undo it");
        connection.rollback();
        assertThat((Throwable) connection.getWarnings()).hasMessageContaining("rollback undid nothing");
        connection.clearWarnings();
        connection.commit();
        assertThat((Throwable) connection.getWarnings()).isNull();
    }

    @Test
    void oneStatementATimeWithCommentsAndASemicolon() throws SQLException {
        for (String sql : new String[] {
            "SELECT 7;", "-- first\nSELECT 7", "/* a; b */ SELECT /* 8 */ 7 -- last", "\n SELECT 7 ;\n ", "(SELECT 7)"
        }) {
            assertThat(text(connection, sql)).as(sql).isEqualTo("7");
        }
        assertThat(failure("42601", () -> statement.execute("")).getMessage()).contains("no statement");
        failure("42601", () -> statement.execute("-- nothing but this"));
        assertThat(failure("42601", () -> statement.execute("SELECT 1; SELECT 2"))
                        .getMessage())
                .contains("one");
    }

    @Test
    void rowsEndAtTheLimitWhateverTheFetchSize() throws SQLException {
        for (int fetchSize : new int[] {1, 3, 1_000}) {
            statement.setFetchSize(fetchSize);
            statement.setMaxRows(5);
            try (ResultSet rows = statement.executeQuery("SELECT column_name FROM information_schema.columns")) {
                int count = 0;
                while (rows.next()) {
                    count++;
                }
                assertThat(count).as("fetch size " + fetchSize).isEqualTo(5);
            }
        }
    }

    /** A session ends with its gateway: 08003, which pools take as they should; and a key still gives its first answer. */
    @Test
    void aRestartIsSaidAndAKeyOutlivesIt() throws Exception {
        Path lake = folder.resolve("restarted");
        Path config = lake.resolve("strandline.yaml");
        DemoGateway.start(lake).close();
        StrandlineGateway first = start(config);
        int port = first.port();
        Files.writeString(config, Files.readString(config).replace("127.0.0.1:0", "127.0.0.1:" + port));
        try (Connection lost = DriverManager.getConnection(first.jdbcUrl());
                PreparedStatement read = lost.prepareStatement("SELECT count(*) FROM reconcile.findings")) {
            read.executeQuery().close();
            drop(lost, "key-of-the-drop", true);
            first.close();
            try (StrandlineGateway second = start(config)) {
                assertThat(lost.isValid(5)).isFalse();
                failure("08003", read::executeQuery);
                try (Connection fresh = DriverManager.getConnection(second.jdbcUrl())) {
                    drop(fresh, "key-of-the-drop", true);
                    drop(fresh, "another-key", false);
                }
            }
        } finally {
            first.close();
        }
    }

    private static StrandlineGateway start(Path config) {
        return StrandlineGateway.start(new ConfigReader(name -> null).read(config));
    }

    private static void drop(Connection connection, String key, boolean done) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            try (ResultSet rows = statement.executeQuery(
                    "CALL repair(connection => 'scratch', action => 'drop', table_name => 'stray_import')")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getBoolean("done")).as(key).isEqualTo(done);
            }
        }
    }
}
