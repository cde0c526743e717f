package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements on the table of a database: they read the rows they name, write what they read, and end when they are to. */
class DatabaseStatementsTest {
    private static final String TABLE = "sink_stock.main.item";

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    private Connection connection;
    private Statement statement;

    @BeforeAll
    static void serve() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        try (Connection ours = gateway.connect();
                Statement call = ours.createStatement()) {
            call.execute("CALL sink.create_sink(sink => 'stock', settings => '{\"driver\": \"sqlite\", \"url\": \""
                    + url() + "\", \"table\": \"main.item\", \"mode\": \"append\", \"key\": [\"id\"]}')");
        }
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        inDatabase("CREATE TABLE item (id INTEGER NOT NULL PRIMARY KEY, shelf TEXT, pieces INTEGER)");
        connection = gateway.connect();
        statement = connection.createStatement();
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
        inDatabase("DROP TABLE item");
    }

    private static String url() {
        return "jdbc:sqlite:" + folder.resolve("stock.db");
    }

    private static void inDatabase(String sql) throws SQLException {
        try (Connection database = DriverManager.getConnection(url());
                Statement change = database.createStatement()) {
            change.execute(sql);
        }
    }

    private List<String> rows(String sql) throws SQLException {
        List<String> read = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                read.add(rows.getString(1) + "|" + rows.getString(2));
            }
        }
        return read;
    }

    /** A row that cannot be read is not in the way of others. */
    @Test
    void rowsAreReadByTheirKey() throws SQLException {
        inDatabase("INSERT INTO item VALUES (1, 'a', 10), (2, 'b', 'many'), (3, 'c', 30)");
        assertThat(statement.executeUpdate("UPDATE " + TABLE + " SET pieces = pieces + 1 WHERE id = 1"))
                .isEqualTo(1);
        assertThat(statement.executeUpdate("UPDATE " + TABLE + " SET shelf = 'd' WHERE id IN (1, 3, 99)"))
                .isEqualTo(2);
        assertThat(rows("SELECT shelf, pieces FROM " + TABLE + " WHERE id IN (1, 3)"))
                .containsExactlyInAnyOrder("d|11", "d|30");
        assertThat(statement.executeUpdate("DELETE FROM " + TABLE + " WHERE id = 3"))
                .isEqualTo(1);
        assertThat(catchThrowableOfType(SQLException.class, () -> rows("SELECT id, pieces FROM " + TABLE))
                        .getMessage())
                .contains("many");
    }

    /** The file is read to its end, and locked by that, while the statement writes it. */
    @Test
    void aStatementReadsWhatItWrites() throws SQLException {
        inDatabase("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 12000) INSERT INTO item"
                + " SELECT x, 'a', x FROM n");
        assertThat(statement.executeUpdate("INSERT INTO " + TABLE + " SELECT id + 100000, shelf, pieces FROM " + TABLE))
                .isEqualTo(12_000);
        String ids = IntStream.rangeClosed(1, 3_000).mapToObj(String::valueOf).collect(Collectors.joining(", "));
        assertThat(statement.executeUpdate("UPDATE " + TABLE + " SET pieces = 0 WHERE id IN (" + ids + ")"))
                .isEqualTo(3_000);
        assertThat(statement.executeUpdate(
                        "DELETE FROM " + TABLE + " WHERE id IN (" + ids.substring(0, ids.indexOf(", 1501")) + ")"))
                .isEqualTo(1_500);
        String or =
                IntStream.rangeClosed(1_401, 1_600).mapToObj(id -> "id = " + id).collect(Collectors.joining(" OR "));
        assertThat(rows("SELECT COUNT(*), SUM(pieces) FROM " + TABLE + " WHERE " + or))
                .containsExactly("100|0");
        assertThat(rows("SELECT COUNT(*), MIN(id) FROM " + TABLE)).containsExactly("22500|1501");
    }

    /** Somebody else holds the file for longer than anybody waits. */
    @Test
    void aStatementThatWaitsForTheDatabaseIsCancelled() throws Exception {
        inDatabase("INSERT INTO item VALUES (1, 'a', 10)");
        try (Connection database = DriverManager.getConnection(url());
                Statement other = database.createStatement()) {
            other.execute("BEGIN IMMEDIATE");
            CompletableFuture<SQLException> failure = CompletableFuture.supplyAsync(() -> catchThrowableOfType(
                    SQLException.class,
                    () -> statement.executeUpdate("INSERT INTO " + TABLE + " VALUES (2, 'b', 20)")));
            // again if the statement was not there yet
            await().pollInterval(Duration.ofMillis(200))
                    .atMost(Duration.ofSeconds(8))
                    .until(() -> {
                        statement.cancel();
                        return failure.isDone();
                    });
            assertThat(failure.get(1, TimeUnit.SECONDS).getSQLState()).isEqualTo("57014");
            other.execute("ROLLBACK");
        }
        assertThat(rows("SELECT id, shelf FROM " + TABLE)).containsExactly("1|a");
        assertThat(rows("SELECT state, accepted FROM sink.runs ORDER BY started_at DESC LIMIT 1"))
                .containsExactly("cancelled|0");
    }

    @Test
    void aRunSaysWhichPartItCovers() throws SQLException {
        inDatabase("INSERT INTO item VALUES (1, 'a', 10), (2, 'a', 20), (3, 'b', 30)");
        statement.execute("CALL sink.begin_run(sink => 'stock', mode => 'upsert')");
        String run = rows("SELECT run_id, sink_id FROM sink.runs WHERE state = 'running'")
                .get(0)
                .replace("|stock", "");
        String call = "CALL sink.cleanup_scope(run_id => '" + run + "', scope => ";
        for (String scope : List.of("'{}'", "'{\"shelf\": null}'", "NULL")) {
            assertThat(catchThrowableOfType(SQLException.class, () -> statement.execute(call + scope + ")"))
                            .getSQLState())
                    .as(scope)
                    .isIn("55000", "22023");
        }
        statement.execute(call + "'{\"shelf\": \"a\"}', dry_run => TRUE)");
        statement.execute(call + "'{\"shelf\": \"a\"}')");
        statement.executeUpdate("INSERT INTO " + TABLE + " VALUES (2, 'a', 21)");
        statement.execute("CALL sink.commit_run('" + run + "')");
        assertThat(rows("SELECT id, pieces FROM " + TABLE + " ORDER BY id")).containsExactly("2|21", "3|30");
    }
}
