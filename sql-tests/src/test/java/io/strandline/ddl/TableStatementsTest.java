package io.strandline.ddl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CREATE, ALTER, DROP TABLE and COMMENT ON through the driver: changing statements (GW-1), by the plan's rules (CAT-2 to CAT-8). */
class TableStatementsTest {
    private static final AtomicInteger TABLES = new AtomicInteger();

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    private final String name = "made_" + TABLES.incrementAndGet();
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

    private static String columnsOf(String name) {
        return "SELECT column_path, sql_type FROM catalog.columns WHERE catalog_name = 'lake' AND namespace = 'scratch' AND"
                + " table_name = '" + name + "' ORDER BY field_id";
    }

    private static SQLException failure(String state, ThrowingCallable call) {
        SQLException failure = catchThrowableOfType(SQLException.class, call);
        assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
        return failure;
    }

    @Test
    void aTableIsCreatedChangedAndDropped() throws SQLException {
        assertThat(statement.execute("CREATE TABLE " + table + " (id INT NOT NULL, note VARCHAR)"))
                .as("there are no rows")
                .isFalse();
        assertThat(statement.getUpdateCount()).isZero();
        try (PreparedStatement columns = connection.prepareStatement(columnsOf(name))) {
            assertThat(read(columns.executeQuery())).containsExactly("id|INTEGER", "note|VARCHAR");
            assertThat(statement.executeUpdate("ALTER TABLE " + table
                            + " ALTER COLUMN id TYPE BIGINT, DROP COLUMN note, ADD COLUMN at TIMESTAMP WITH TIME ZONE"))
                    .isZero();
            // GW-7: a prepared statement sees the table that was changed
            assertThat(read(columns.executeQuery()))
                    .containsExactly("id|BIGINT", "at|TIMESTAMP(6) WITH LOCAL TIME ZONE");
            statement.executeUpdate("DROP TABLE " + table);
            assertThat(read(columns.executeQuery())).isEmpty();
        }
        failure("42P01", () -> statement.executeUpdate("DROP TABLE " + table));
        assertThat(rows("SELECT action, state FROM runtime.audit WHERE target = '" + table + "' ORDER BY id"))
                .containsExactly("catalog.create_table|DONE", "catalog.alter_table|DONE", "catalog.drop_table|DONE");
    }

    /** Every SQL type there is, and what the catalog calls it then; that name makes the same type again. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BOOLEAN                                 | BOOLEAN
            INT                                     | INTEGER
            BIGINT                                  | BIGINT
            LONG                                    | BIGINT
            REAL                                    | REAL
            DOUBLE PRECISION                        | DOUBLE
            FLOAT8                                  | DOUBLE
            DECIMAL(38, 10)                         | DECIMAL(38, 10)
            NUMERIC(5)                              | DECIMAL(5, 0)
            DATE                                    | DATE
            TIME                                    | TIME(6)
            TIMESTAMP                               | TIMESTAMP(6)
            TIMESTAMP(9)                            | TIMESTAMP(9)
            TIMESTAMP_NTZ                           | TIMESTAMP(6)
            TIMESTAMP WITHOUT TIME ZONE             | TIMESTAMP(6)
            TIMESTAMP(6) WITH TIME ZONE             | TIMESTAMP(6) WITH LOCAL TIME ZONE
            TIMESTAMP(9) WITH LOCAL TIME ZONE       | TIMESTAMP(9) WITH LOCAL TIME ZONE
            TIMESTAMPTZ                             | TIMESTAMP(6) WITH LOCAL TIME ZONE
            VARCHAR                                 | VARCHAR
            STRING                                  | VARCHAR
            UUID                                    | UUID
            BINARY(16)                              | BINARY(16)
            BINARY                                  | VARBINARY
            VARBINARY                               | VARBINARY
            VARIANT                                 | VARIANT
            ARRAY<INT>                              | INTEGER ARRAY
            ARRAY(ARRAY(DATE))                      | DATE ARRAY ARRAY
            MAP<STRING, DECIMAL(9, 2)>              | MAP<VARCHAR, DECIMAL(9, 2)>
            STRUCT<a: INT, "B c": ARRAY<DOUBLE>>    | ROW(a INTEGER, "B c" DOUBLE ARRAY)
            MAP(DATE, ROW(x TIME(6), y UUID) ARRAY) | MAP<DATE, ROW(x TIME(6), y UUID) ARRAY>
            """)
    void everyTypeGoesThereAndBack(String written, String shown) throws SQLException {
        String type = "SELECT sql_type FROM catalog.columns WHERE catalog_name = 'lake' AND namespace = 'scratch' AND"
                + " column_path = 'x' AND table_name = '" + name;
        statement.executeUpdate("CREATE TABLE " + table + " (x " + written + ") WITH (format_version = 3)");
        assertThat(rows(type + "'")).containsExactly(shown);
        statement.executeUpdate("CREATE TABLE " + table + "_again (x " + shown + ") WITH (format_version = 3)");
        assertThat(rows(type + "_again'")).containsExactly(shown);
    }

    /** What a table would not keep is refused, not dropped in silence. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            VARCHAR(20)        | has a length, which the table does not keep
            TIMESTAMP(3)       | is kept in microseconds, or nanoseconds
            TIME(3)            | is kept in microseconds
            TIME WITH TIME ZONE | without time zone
            FLOAT              | write REAL or DOUBLE
            SMALLINT           | write INTEGER
            CHAR(3)            | write VARCHAR
            DECIMAL            | DECIMAL(precision, scale)
            DECIMAL(39, 2)     | precision at most 38
            INT(11)            | takes no numbers
            DATE WITH TIME ZONE | has no time zone
            VARCHR             | did you mean "varchar"?
            TIMESTAMP(9)       | the type needs format version 3
            ARRAY<FLOAT>       | write REAL or DOUBLE
            """)
    void aTypeThatIsNotKeptIsRefused(String type, String says) throws SQLException {
        assertThatThrownBy(() -> statement.executeUpdate("CREATE TABLE " + table + " (x " + type + ")"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(says);
        assertThat(rows(columnsOf(name))).isEmpty();
    }

    @Test
    void defaultsCommentsPartitionsAndPropertiesAreKept() throws SQLException {
        statement.executeUpdate("CREATE TABLE " + table
                + " (id BIGINT NOT NULL, d DATE DEFAULT DATE '2024-02-29', t TIMESTAMP DEFAULT TIMESTAMP '2024-01-01 10:00:00.5',"
                + " n DECIMAL(5, 2) DEFAULT -1.5, b VARBINARY DEFAULT X'CAFE', f BOOLEAN DEFAULT TRUE, s VARCHAR DEFAULT 'it''s'"
                + " COMMENT 'said \"so\"') COMMENT 'all of them' PARTITIONED BY (bucket(16, id), months(d), truncate(s, 4))"
                + " TBLPROPERTIES ('format-version' = '3', 'write.format.default' = 'orc')");
        assertThat(rows(
                        "SELECT column_path, write_default FROM catalog.columns WHERE namespace = 'scratch' AND table_name = '"
                                + name + "' AND write_default IS NOT NULL ORDER BY field_id"))
                .containsExactly("d|2024-02-29", "t|2024-01-01T10:00:00.5", "n|-1.50", "b|CAFE", "f|true", "s|it's");
        assertThat(rows("SELECT field_name, transform FROM catalog.partition_fields WHERE namespace = 'scratch' AND"
                        + " table_name = '" + name + "' ORDER BY ordinal_position"))
                .containsExactly("id_bucket|bucket[16]", "d_month|month", "s_trunc|truncate[4]");
        statement.executeUpdate("COMMENT ON TABLE " + table + " IS NULL");
        statement.executeUpdate("COMMENT ON COLUMN " + table + ".s IS NULL");
        statement.executeUpdate("COMMENT ON COLUMN " + table + ".id IS 'the key'");
        statement.executeUpdate("ALTER TABLE " + table
                + " SET PROPERTIES a.b = 1, UNSET PROPERTIES IF EXISTS ('write.format.default', nothing)");
        assertThat(rows("SELECT comment FROM catalog.tables WHERE namespace = 'scratch' AND table_name = '" + name
                        + "'"))
                .containsExactly("null");
        assertThat(rows("SELECT comment FROM catalog.columns WHERE namespace = 'scratch' AND table_name = '" + name
                        + "' AND column_path IN ('id', 's') ORDER BY field_id"))
                .containsExactly("the key", "null");
        assertThat(rows("SELECT property_key, property_value FROM catalog.properties WHERE namespace = 'scratch' AND"
                        + " table_name = '" + name
                        + "' AND property_key IN ('a.b', 'write.format.default', 'comment')"))
                .containsExactly("a.b|1");
    }

    /** CAT-4, CAT-7: all refusals are told, and the metadata stays: the catalog's entry names the same file. */
    @Test
    void aRefusedChangeLeavesTheMetadata() throws SQLException {
        statement.executeUpdate("CREATE TABLE " + table + " (id BIGINT, at DATE) PARTITIONED BY (year(at))");
        String log = "SELECT metadata_location FROM catalog.tables WHERE namespace = 'scratch' AND table_name = '"
                + name + "'";
        List<String> before = rows(log);
        assertThat(failure(
                                "55000",
                                () -> statement.executeUpdate("ALTER TABLE " + table
                                        + " ALTER COLUMN id TYPE INT, DROP COLUMN at, ADD COLUMN x INT"))
                        .getMessage())
                .contains("2 steps are refused", "change_type id: long becomes int", "partition field \"at_year\"");
        failure("55000", () -> statement.executeUpdate("ALTER TABLE " + table + " ALTER COLUMN id SET NOT NULL"));
        failure(
                "42703",
                () -> statement.executeUpdate("ALTER TABLE " + table + " DROP COLUMN nothing, ADD COLUMN x INT"));
        failure("42701", () -> statement.executeUpdate("ALTER TABLE " + table + " ADD COLUMN id INT"));
        failure("42P07", () -> statement.executeUpdate("CREATE TABLE " + table + " (id BIGINT)"));
        failure("0A000", () -> statement.executeUpdate("DROP TABLE " + table + " PURGE"));
        assertThat(rows(log)).isEqualTo(before);
        assertThat(rows("SELECT action, state FROM runtime.audit WHERE target = '" + table + "' ORDER BY id"))
                .containsExactly(
                        "catalog.create_table|DONE", "catalog.alter_table|REFUSED", "catalog.alter_table|REFUSED");
    }

    /** EXPLAIN shows the plan against the table as it is then, and changes nothing. */
    @Test
    void explainShowsThePlan() throws SQLException {
        statement.executeUpdate("CREATE TABLE " + table + " (id INT, note VARCHAR)");
        try (PreparedStatement explain = connection.prepareStatement(
                "EXPLAIN ALTER TABLE " + table + " DROP COLUMN IF EXISTS note, ALTER COLUMN id TYPE BIGINT")) {
            assertThat(String.join("", read(explain.executeQuery())))
                    .contains(
                            "statement=[ALTER TABLE]",
                            "action=[drop_column], step_class=[allow], column_path=[note]",
                            "widen_column");
            assertThat(rows(columnsOf(name))).containsExactly("id|INTEGER", "note|VARCHAR");
            statement.executeUpdate("ALTER TABLE " + table + " DROP COLUMN note");
            assertThat(String.join("", read(explain.executeQuery())))
                    .contains("widen_column")
                    .doesNotContain("drop_column");
        }
        assertThat(String.join("", rows("EXPLAIN ALTER TABLE " + table + " ALTER COLUMN id TYPE DATE")))
                .contains("step_class=[refuse]");
        assertThat(String.join("", rows("EXPLAIN DROP TABLE " + table))).contains("action=[drop_table]");
        assertThat(String.join("", rows("EXPLAIN CREATE TABLE " + table + "_2 (id INT)")))
                .contains("action=[create_table]");
        assertThat(rows(columnsOf(name))).containsExactly("id|INTEGER");
        assertThat(rows(columnsOf(name + "_2"))).isEmpty();
    }

    @Test
    void whatIsThereOrNotIsAWarningWhereThatIsSaid() throws SQLException {
        statement.executeUpdate("ALTER TABLE IF EXISTS " + table + " ADD COLUMN x INT");
        assertThat(String.valueOf(statement.getWarnings())).contains("is not there");
        statement.executeUpdate("DROP TABLE IF EXISTS " + table);
        statement.executeUpdate("CREATE TABLE IF NOT EXISTS " + table + " (id INT)");
        statement.executeUpdate("CREATE TABLE IF NOT EXISTS " + table + " (other DATE)");
        assertThat(String.valueOf(statement.getWarnings())).contains("exists already");
        assertThat(rows(columnsOf(name))).containsExactly("id|INTEGER");
    }

    /** GW-2: the same key again is the same change, not another one; another statement under it is refused. */
    @Test
    void oneKeyIsOneChange() throws SQLException {
        statement.execute("SET idempotency_key = '" + name + "'");
        statement.executeUpdate("CREATE TABLE " + table + " (id INT)");
        statement.execute("SET idempotency_key = '" + name + "'");
        assertThat(statement.executeUpdate("CREATE TABLE " + table + " (id INT)"))
                .isZero();
        statement.execute("SET idempotency_key = '" + name + "'");
        failure("22023", () -> statement.executeUpdate("CREATE TABLE " + table + " (id BIGINT)"));
        failure("42P07", () -> statement.executeUpdate("CREATE TABLE " + table + " (id INT)"));
    }

    @Test
    void aReadOnlySessionChangesNothing() throws SQLException {
        connection.setReadOnly(true);
        failure("25006", () -> statement.executeUpdate("CREATE TABLE " + table + " (id INT)"));
        connection.setReadOnly(false);
        assertThat(rows(columnsOf(name))).isEmpty();
    }

    /** What cannot be meant is said so before anything is looked at. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DROP TABLE reconcile.findings                       | 22023 | is not the whole name of a table
            DROP TABLE strandline.reconcile.findings            | 0A000 | system tables stay as they are
            CREATE TABLE nowhere.scratch.t (id INT)             | 3D000 | nowhere
            CREATE TABLE lake.nowhere.t (id INT)                | 3F000 | nowhere
            CREATE TABLE lake.scratch.t (a.b INT)               | 22023 | ROW type
            CREATE TABLE lake.scratch.t (a INT) USING delta     | 22023 | tables are Iceberg's
            CREATE TABLE lake.scratch.t (a INT) WITH (format_version = 4) | 22023 | format_version
            CREATE TABLE lake.scratch.t (a INT) PARTITIONED BY (weeks(a)) | 22023 | there is no transform
            CREATE TABLE lake.scratch.t (a INT) PARTITIONED BY (bucket(a)) | 22023 | bucket
            CREATE TABLE lake.scratch.t (a INT, a DATE)         | 22023 | twice
            CREATE TABLE lake.scratch.t (a INT DEFAULT 'x') WITH (format_version = 3) | 22023 | no value of that type
            COMMENT ON COLUMN lake.scratch.orders IS 'x'        | 22023 | not the whole name of a column
            COMMENT ON COLUMN lake.scratch.nothing.x IS 'x'     | 42P01 | no table
            ALTER TABLE lake.scratch.t                          | 42601 | ends too early
            DROP TABLE lake.scratch.t CASCADE                   | 42601 | "CASCADE"
            """)
    void whatCannotBeMeantIsRefused(String sql, String state, String says) {
        assertThat(failure(state, () -> statement.executeUpdate(sql)).getMessage())
                .contains(says);
    }
}
