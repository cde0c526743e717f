package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Text;
import io.strandline.fixture.DemoGateway;
import io.strandline.fixtures.network.CuttingProxy;
import io.strandline.fixtures.network.CuttingProxy.Direction;
import io.strandline.jdbc.StrandlineStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * GW-1, GW-2: whatever byte of the exchange the connection breaks after, a change has happened at most once, the client is
 * told that it does not know, and asking again under the same key tells. Requests are cut after each byte, and answers, of
 * which the gateway's part is over then, after some: what the driver makes of each byte of an answer is in its own tests. A
 * repair of the lake, which takes longer, is cut after some bytes of both.
 */
class CutConnectionTest {
    private static final int SOME = 16;

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static CuttingProxy proxy;
    private static Connection direct;
    private static Connection proxied;
    private static Connection catalog;

    @BeforeAll
    static void start() throws IOException, SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        proxy = new CuttingProxy(gateway.gateway().port());
        direct = gateway.connect();
        proxied = DriverManager.getConnection("jdbc:strandline://127.0.0.1:" + proxy.port() + "/");
        catalog = DriverManager.getConnection(
                "jdbc:sqlite:" + folder.resolve("lake").resolve("lake.db"));
    }

    @AfterAll
    static void stop() throws IOException, SQLException {
        catalog.close();
        direct.close();
        proxy.close();
        gateway.close();
    }

    @ParameterizedTest
    @EnumSource
    void aRegistrationHappensAtMostOnceWhateverByteIsTheLast(Direction direction) throws SQLException {
        cut(direction, direction == Direction.REQUEST ? 1 : SOME, new Registration());
    }

    @ParameterizedTest
    @EnumSource
    void aRepairHappensAtMostOnceWhateverByteIsTheLast(Direction direction) throws SQLException {
        cut(direction, SOME, new Repair());
    }

    private static void cut(Direction direction, int step, Change change) throws SQLException {
        String prefix = Text.lower(change.getClass().getSimpleName() + "_" + direction) + "_";
        String made = prefix + "whole"; // as long as the others
        int whole = bytesOfWholeExchange(direction, made, change);
        assertThat(whole).isGreaterThan(100);
        List<String> names = new ArrayList<>();
        for (int bytes = 0; bytes < whole; bytes += step) {
            String name = prefix + String.format(Locale.ROOT, "%05d", bytes);
            change.prepare(name);
            cutAfter(direction, bytes, change.sql(name), "key-of-" + name);
            names.add(name);
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(texts("SELECT text FROM runtime.statements WHERE idempotency_key"
                                + " LIKE 'key-of-%' AND state IN ('RUNNING', 'STARTED')"))
                        .isEmpty());
        // a request that is not whole has no effect, and a lost answer does not undo it
        assertMade(made, direction == Direction.ANSWER ? names : List.of(), prefix, change);
        for (String name : names) {
            try (Statement again = direct.createStatement()) {
                again.unwrap(StrandlineStatement.class).setIdempotencyKey("key-of-" + name);
                assertThat(done(again, change.sql(name)))
                        .as("asked again, %s", name)
                        .isTrue();
            }
        }
        assertMade(made, names, prefix, change);
    }

    private static int bytesOfWholeExchange(Direction direction, String name, Change change) throws SQLException {
        change.prepare(name);
        try (Statement statement = proxied.createStatement()) {
            statement.unwrap(StrandlineStatement.class).setIdempotencyKey("key-of-" + name);
            proxy.reset();
            assertThat(done(statement, change.sql(name))).isTrue();
            return proxy.passed(direction);
        }
    }

    private static void cutAfter(Direction direction, int bytes, String sql, String key) throws SQLException {
        try (Statement statement = proxied.createStatement()) {
            statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
            proxy.cutAfter(direction, bytes);
            SQLException lost = catchThrowableOfType(SQLException.class, () -> done(statement, sql));
            proxy.reset();
            assertThat(lost.getSQLState())
                    .as("cut after byte %s of the %s", bytes, direction)
                    .isEqualTo("40003");
            assertThat(lost.getMessage()).contains(key);
        }
    }

    /** Each of these was made once, and no other that begins so. */
    private static void assertMade(String first, List<String> others, String prefix, Change change)
            throws SQLException {
        List<String> names = new ArrayList<>(others);
        names.add(first);
        assertThat(texts("SELECT target FROM runtime.audit WHERE state = 'DONE' AND target LIKE '%" + prefix + "%'"))
                .containsExactlyInAnyOrderElementsOf(
                        names.stream().map(change::target).toList());
        assertThat(change.made(prefix)).containsExactlyInAnyOrderElementsOf(names);
    }

    private static boolean done(Statement statement, String sql) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getBoolean("done") && rows.getString("reason") == null;
        }
    }

    private static List<String> texts(String sql) throws SQLException {
        return texts(direct, sql);
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    /** What is changed, and how it is seen. */
    private interface Change {
        /** Makes it possible. */
        void prepare(String name) throws SQLException;

        String sql(String name);

        /** As the audit names it. */
        String target(String name);

        /** The names that begin so and for which it was made. */
        List<String> made(String prefix) throws SQLException;
    }

    /** Makes a source known to the store. */
    private static final class Registration implements Change {
        @Override
        public void prepare(String name) {
            // it is not known
        }

        @Override
        public String sql(String name) {
            return "CALL register_source('file', '" + name + "', 's3://bucket/" + name + "/data.csv')";
        }

        @Override
        public String target(String name) {
            return "source file \"" + name + "\"";
        }

        @Override
        public List<String> made(String prefix) throws SQLException {
            return texts("SELECT source_id FROM registry.sources WHERE source_id LIKE '" + prefix + "%'");
        }
    }

    /** Drops a table that nobody registered. */
    private static final class Repair implements Change {
        private final List<String> prepared = new ArrayList<>();

        /** Another name for the table of the provable orphan: it lies in the same proved directory. */
        @Override
        public void prepare(String table) throws SQLException {
            prepared.add(table);
            try (Statement statement = catalog.createStatement()) {
                statement.executeUpdate("INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name,"
                        + " metadata_location, previous_metadata_location, iceberg_type)"
                        + " SELECT catalog_name, table_namespace, '" + table + "', metadata_location,"
                        + " previous_metadata_location, iceberg_type FROM iceberg_tables"
                        + " WHERE table_name = 'stray_import'");
            }
        }

        @Override
        public String sql(String table) {
            return "CALL repair(connection => 'scratch', action => 'drop', table_name => '" + table + "')";
        }

        @Override
        public String target(String table) {
            return "scratch: lake.scratch." + table;
        }

        @Override
        public List<String> made(String prefix) throws SQLException {
            List<String> gone = new ArrayList<>(prepared);
            gone.removeIf(table -> !table.startsWith(prefix));
            gone.removeAll(texts(catalog, "SELECT table_name FROM iceberg_tables"));
            return gone;
        }
    }
}
