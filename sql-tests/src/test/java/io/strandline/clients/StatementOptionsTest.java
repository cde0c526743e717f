package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import java.nio.file.Path;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What JDBC lets one say of a statement, and what it makes of it at a gateway. */
class StatementOptionsTest {
    /** More rows than anybody can read: some hundred columns, each with each with each with each. */
    private static final String ENDLESS = "SELECT a.column_name FROM information_schema.columns a,"
            + " information_schema.columns b, information_schema.columns c, information_schema.columns d";

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static Connection connection;

    @BeforeAll
    static void serve() throws SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        connection = gateway.connect();
    }

    @AfterAll
    static void stop() throws SQLException {
        connection.close();
        gateway.close();
    }

    private static String first(ResultSet rows) throws SQLException {
        try (rows) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    private static void failure(String state, ThrowingCallable call) {
        SQLException failure = catchThrowableOfType(SQLException.class, call);
        assertThat(failure.getSQLState()).as(failure.getMessage()).isEqualTo(state);
    }

    // -- poolable -------------------------------------------------------------------------------------------------

    /** As JDBC has it: what is prepared may be pooled, a plain statement not, unless its user says otherwise. */
    @Test
    void whatIsPreparedIsPoolable() throws SQLException {
        try (Statement plain = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement("SELECT 1");
                CallableStatement call = connection.prepareCall("{call help('repair')}")) {
            assertThat(plain.isPoolable()).isFalse();
            assertThat(prepared.isPoolable()).isTrue();
            assertThat(call.isPoolable()).isTrue();
            for (Statement statement : List.of(plain, prepared, call)) {
                boolean other = !statement.isPoolable();
                statement.setPoolable(other);
                assertThat(statement.isPoolable()).isEqualTo(other);
            }
            assertThat(first(plain.executeQuery("SELECT 2"))).isEqualTo("2");
            assertThat(first(prepared.executeQuery())).isEqualTo("1");
            assertThat(plain.isPoolable()).as("kept over an execution").isTrue();
            assertThat(prepared.isPoolable()).isFalse();
        }
    }

    // -- escapes --------------------------------------------------------------------------------------------------

    /** The gateway's own grammar has JDBC's escapes: nothing is left to process here, and nothing is lost without. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT {fn UCASE('a')} | A",
                "SELECT {d '2024-03-04'} | 2024-03-04",
                "SELECT {ts '2024-03-04 05:06:07.008'} | 2024-03-04 05:06:07.008",
                "SELECT '{fn UCASE(''a'')}' | {fn UCASE('a')}",
                "SELECT 'a_b' LIKE 'a!_b' {escape '!'} | true",
                "SELECT 'a' /* {fn */ FROM {oj (VALUES (1)) AS t (x) LEFT JOIN (VALUES (2)) AS u (y) ON x = y} {limit 1} | a",
                "{call help('repair')} | repair"
            })
    void escapesAreUnderstoodWhetherTheyAreProcessedOrNot(String sql, String wanted) throws SQLException {
        assertThat(connection.nativeSQL(sql)).as("what the gateway is sent").isEqualTo(sql);
        for (boolean processed : new boolean[] {true, false}) {
            try (Statement statement = connection.createStatement();
                    PreparedStatement prepared = connection.prepareStatement(sql)) {
                statement.setEscapeProcessing(processed);
                prepared.setEscapeProcessing(processed);
                assertThat(first(statement.executeQuery(sql)))
                        .as("processed: %s", processed)
                        .contains(wanted);
                assertThat(first(prepared.executeQuery())).contains(wanted);
                assertThat((Throwable) statement.getWarnings()).isNull();
            }
        }
    }

    @Test
    void whatIsClosedIsSaidToBe() throws SQLException {
        Connection closed = gateway.connect();
        Statement statement = closed.createStatement();
        statement.close();
        failure("HY010", () -> statement.setEscapeProcessing(false));
        failure("HY010", () -> statement.setPoolable(true));
        failure("HY010", statement::isPoolable);
        closed.close();
        failure("08003", () -> closed.nativeSQL("SELECT 1"));
    }

    /** Parameters of TOP are counted where they stand, among the others. */
    @Test
    void theNumberOfRowsIsAParameterToo() throws SQLException {
        String sql = "SELECT TOP ? CAST(? AS VARCHAR), ordinal FROM (SELECT TOP (?) ordinal FROM runtime.parameters"
                + " WHERE ordinal >= ? ORDER BY ordinal) AS t ORDER BY ordinal DESC";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setInt(1, 2);
            query.setString(2, "second");
            query.setInt(3, 5);
            query.setInt(4, 1);
            try (ResultSet rows = query.executeQuery()) {
                int count = 0;
                while (rows.next()) {
                    assertThat(rows.getString(1)).isEqualTo("second");
                    assertThat(rows.getInt(2)).as("of the first five").isOne();
                    count++;
                }
                assertThat(count).isEqualTo(2);
            }
        }
    }

    // -- rows as they come ----------------------------------------------------------------------------------------

    /** The first row is there before the last is read, whatever is fetched at once; and what is left is left unread. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 1_000_000})
    void theFirstRowComesBeforeTheLastIsRead(int fetchSize) throws SQLException {
        String sql = ENDLESS + " WHERE " + fetchSize + " = " + fetchSize;
        Statement statement = connection.createStatement();
        statement.setFetchSize(fetchSize);
        assertStreams(statement.executeQuery(sql), statement, sql);
        PreparedStatement prepared = connection.prepareStatement(sql + " AND 2 = 2");
        prepared.setFetchSize(fetchSize);
        assertStreams(prepared.executeQuery(), prepared, sql + " AND 2 = 2");
    }

    private static void assertStreams(ResultSet rows, Statement of, String sql) throws SQLException {
        String columns = "SELECT state || ' ' || COALESCE(phase, '') || ' ' || rows_returned FROM runtime.statements"
                + " WHERE text = '" + sql + "'";
        try (Statement watcher = connection.createStatement()) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isNotEmpty();
            String[] running = first(watcher.executeQuery(columns)).split(" ", -1);
            assertThat(running[0]).isEqualTo("RUNNING");
            assertThat(running[1]).isEqualTo("fetching");
            for (int i = 0; i < 3_000; i++) {
                assertThat(rows.next()).isTrue();
            }
            of.close();
            assertThat(first(watcher.executeQuery(columns))).startsWith("DONE  ");
        }
    }
}
