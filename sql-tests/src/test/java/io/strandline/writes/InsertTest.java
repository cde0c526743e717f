package io.strandline.writes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows into Iceberg tables through the driver: each statement a run, accounted for, and read back. */
class InsertTest {
    private static final AtomicInteger TABLES = new AtomicInteger();

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    private final String name = "written_" + TABLES.incrementAndGet();
    private final String table = "lake.scratch." + name;
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
        statement.execute("CREATE TABLE " + table + " (id BIGINT NOT NULL, name VARCHAR, total DECIMAL(10, 2),"
                + " placed_at TIMESTAMP, seen_at TIMESTAMP WITH TIME ZONE)");
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private List<String> rows(String sql) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery(sql)) {
            return read(rows);
        }
    }

    private static List<String> read(ResultSet rows) throws SQLException {
        List<String> read = new ArrayList<>();
        while (rows.next()) {
            List<String> values = new ArrayList<>();
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                values.add(String.valueOf(rows.getString(i)));
            }
            read.add(String.join("|", values));
        }
        return read;
    }

    private List<String> content() throws SQLException {
        return rows("SELECT id, name FROM " + table + " ORDER BY id, name");
    }

    private List<String> runs() throws SQLException {
        return rows("SELECT write_mode, state, offered, accepted, coalesced FROM sink.runs WHERE table_name = '" + name
                + "' ORDER BY started_at");
    }

    private static String failure(String state, ThrowingCallable call) {
        SQLException failure = catchThrowableOfType(SQLException.class, call);
        assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
        return failure.getMessage();
    }

    private static String runOf(Statement statement) throws SQLException {
        SQLWarning warning = statement.getWarnings();
        assertThat((Object) warning).isNotNull();
        assertThat(warning.getMessage()).startsWith("run ");
        return warning.getMessage().substring(4, 36);
    }

    /** All that one statement shows of a table is of one state, also what it reads after a commit. */
    @Test
    void aStatementSeesOneStateOfATable() throws SQLException {
        String digits = "(VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9)";
        statement.executeUpdate("INSERT INTO " + table + " (id) SELECT 10 * a.x + b.x FROM " + digits + " AS a (x), "
                + digits + " AS b (x)");
        String where = " WHERE catalog_name = 'lake' AND namespace = 'scratch' AND table_name = '" + name + "'";
        String sql = "SELECT id FROM " + table + " UNION ALL SELECT added_records FROM catalog.snapshots" + where
                + " UNION ALL SELECT record_count FROM catalog.files" + where
                + " UNION ALL SELECT added_records FROM catalog.manifests" + where;
        try (Statement query = connection.createStatement()) {
            query.setFetchSize(10);
            try (ResultSet rows = query.executeQuery(sql)) {
                assertThat(rows.next()).isTrue();
                statement.executeUpdate("INSERT INTO " + table + " (id) VALUES (777)");
                List<String> left = read(rows);
                assertThat(left).hasSize(99 + 3);
                assertThat(left.subList(99, 102)).containsOnly("100");
            }
        }
        assertThat(rows(sql)).contains("777").hasSize(101 + 3 * 2);
    }

    @Test
    void insertsAndReadsBack() throws SQLException {
        assertThat(statement.executeUpdate("INSERT INTO " + table
                        + " VALUES (1, '表é😀', 9.90, TIMESTAMP '2026-03-01 12:00:00.123456', NULL), (2, NULL, NULL, NULL,"
                        + " '2026-03-01T12:00:00.654321Z')"))
                .isEqualTo(2);
        String run = runOf(statement);
        assertThat(content()).containsExactly("1|表é😀", "2|null");
        assertThat(rows("SELECT run_id, accepted FROM sink.runs WHERE run_id = '" + run + "'"))
                .containsExactly(run + "|2");
        assertThat(rows("SELECT action, state FROM runtime.audit WHERE target = '" + table + "' ORDER BY id"))
                .contains("sink.run|DONE");
    }

    /** What does not pass through an expression keeps every digit; an expression that would cut one is refused (22008). */
    @Test
    void copiesKeepEveryDigit() throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + table + " (id, placed_at, seen_at, total) VALUES (?, ?, ?, ?)")) {
            insert.setLong(1, 1);
            insert.setObject(2, LocalDateTime.parse("2026-03-01T12:00:00.123456"));
            insert.setObject(3, Instant.parse("2026-03-01T12:00:00.654321Z"));
            insert.setBigDecimal(4, new BigDecimal("1.50"));
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }
        statement.executeUpdate("CREATE TABLE " + table + "_copy (id BIGINT, placed_at TIMESTAMP)");
        assertThat(statement.executeUpdate("INSERT INTO " + table + "_copy SELECT id + 1, placed_at FROM " + table))
                .isEqualTo(1);
        assertThat(statement.executeUpdate(
                        "INSERT INTO " + table + "_copy SELECT 9, placed_at FROM " + table + "_copy"))
                .isEqualTo(1);
        // the statistics of the files tell what SQL's own times do not
        assertThat(rows("SELECT column_statistics FROM \"lake\".\"scratch\".\"" + name + "_copy$files\"")
                        .toString())
                .contains("123456");
        failure(
                "22008",
                () -> statement.executeUpdate(
                        "INSERT INTO " + table + "_copy SELECT id, placed_at + INTERVAL '1' DAY FROM " + table));
        assertThat(rows("SELECT id FROM " + table + "_copy ORDER BY id")).containsExactly("2", "9");
    }

    /** The rows of a batch are one run, done or not done together. */
    @Test
    void aBatchIsOneRun() throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO " + table + " (id, name) VALUES (?, ?)")) {
            for (int i = 0; i < 100; i++) {
                insert.setLong(1, i);
                insert.setString(2, "n" + i);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(100).containsOnly(1);
            insert.setLong(1, 100);
            insert.setString(2, "last");
            insert.addBatch();
            insert.setNull(1, Types.BIGINT);
            insert.setString(2, "without an id");
            insert.addBatch();
            BatchUpdateException failure = catchThrowableOfType(BatchUpdateException.class, insert::executeBatch);
            assertThat(failure.getUpdateCounts()).isEmpty();
            assertThat(failure.getSQLState()).isEqualTo("22000");
        }
        assertThat(content()).hasSize(100);
        assertThat(runs()).containsExactly("append|done|100|100|0", "append|failed|2|0|0");
    }

    @Test
    void updatesAndDeletesByKey() throws SQLException {
        statement.execute("SET sink.key = 'id'");
        statement.executeUpdate("INSERT INTO " + table + " (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
        assertThat(statement.executeUpdate("UPDATE " + table + " SET name = UPPER(name) WHERE id IN (1, 3, 7)"))
                .isEqualTo(2);
        assertThat(content()).containsExactly("1|A", "2|b", "3|C");
        assertThat(statement.executeUpdate("DELETE FROM " + table + " WHERE id = 2"))
                .isEqualTo(1);
        assertThat(content()).containsExactly("1|A", "3|C");
        statement.execute("SET sink.mode = 'upsert'");
        assertThat(statement.executeUpdate("INSERT INTO " + table + " (id, name) VALUES (3, 'x'), (4, 'd'), (4, 'e')"))
                .isEqualTo(2);
        assertThat(content()).containsExactly("1|A", "3|x", "4|e");
        assertThat(runs())
                .containsExactly("append|done|3|3|0", "upsert|done|2|2|0", "delete|done|1|1|0", "upsert|done|3|2|1");
    }

    @Test
    void overwriteReplacesAllRowsAtOnce() throws SQLException {
        statement.executeUpdate("INSERT INTO " + table + " (id, name) VALUES (1, 'a'), (2, 'b')");
        statement.execute("SET sink.mode = 'overwrite'");
        statement.executeUpdate("INSERT INTO " + table + " (id, name) SELECT id + 10, name FROM " + table);
        assertThat(content()).containsExactly("11|a", "12|b");
    }

    @Test
    void refusesWhatCannotBeWrittenAndWritesNothing() throws SQLException {
        failure("22000", () -> statement.executeUpdate("INSERT INTO " + table + " (id) VALUES (1), ('x')"));
        failure(
                "22000",
                () -> statement.executeUpdate("INSERT INTO " + table + " (id, total) VALUES (1, 123456789.12)"));
        failure("42703", () -> statement.executeUpdate("INSERT INTO " + table + " (idd) VALUES (1)"));
        failure("42P01", () -> statement.executeUpdate("INSERT INTO lake.scratch.absent (id) VALUES (1)"));
        failure("55000", () -> statement.executeUpdate("UPDATE " + table + " SET name = 'x' WHERE id = 1"));
        failure("22023", () -> statement.execute("SET sink.mode = 'merge'"));
        failure("22023", () -> statement.execute("SET sink.token = '42'"));
        connection.setReadOnly(true);
        failure("25006", () -> statement.executeUpdate("INSERT INTO " + table + " (id) VALUES (1)"));
        connection.setReadOnly(false);
        assertThat(content()).isEmpty();
        assertThat(runs()).isEmpty();
    }

    /** GW-1: under one key a statement writes once. */
    @Test
    void writesOnceUnderAKey() throws SQLException {
        for (int i = 0; i < 2; i++) {
            statement.execute("SET idempotency_key = 'load-" + name + "'");
            assertThat(statement.executeUpdate("INSERT INTO " + table + " (id) VALUES (1), (2)"))
                    .isEqualTo(2);
        }
        assertThat(content()).hasSize(2);
    }
}
