package io.strandline.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixture.DemoGateway;
import io.strandline.jdbc.StrandlineStatement;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What went wrong with other gateways and drivers, and was reported there. */
class OldTroublesTest {
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

    private static int count(ResultSet rows) throws SQLException {
        try (rows) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            return count;
        }
    }

    /** Case 37 (arrow#40249) */
    @Test
    void theKeywordsAreAString() throws SQLException {
        assertThat(connection.getMetaData().getSQLKeywords()).isNotNull();
    }

    /** Case 39 (duckdb#6247) */
    @Test
    void theCatalogArgumentIsHonoured() throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        assertThat(count(metadata.getTables("strandline", null, "%", null))).isPositive();
        assertThat(count(metadata.getTables("strandlin_", null, "%", null))).isZero();
        assertThat(count(metadata.getTables("", null, "%", null))).isZero();
        assertThat(count(metadata.getColumns("nowhere", null, "%", "%"))).isZero();
    }

    /** Case 42 (CALCITE-5009): the rows of a call are not fetched by calling again, by whom and how ever they are asked for. */
    @Test
    void aRestartBetweenACallAndItsRowsIsAnErrorAndTheCallIsMadeOnce() throws SQLException {
        String scan = "CALL reconcile(connection => 'scratch')";
        try (DemoGateway other = DemoGateway.start(folder.resolve("other"));
                Connection lost = other.connect();
                Statement statement = lost.createStatement();
                PreparedStatement prepared = lost.prepareStatement(scan)) {
            statement.setFetchSize(1);
            prepared.setFetchSize(1);
            setKey(statement, "first");
            setKey(prepared, "second");
            ResultSet rows = statement.executeQuery(scan);
            ResultSet more = prepared.executeQuery();
            assertThat(rows.next()).isTrue();
            assertThat(more.next()).isTrue();
            other.restart();
            // what was asked for ahead may have been lost on its way
            for (ResultSet cut : List.of(rows, more)) {
                SQLException error = catchThrowableOfType(SQLException.class, () -> count(cut));
                assertThat(error.getSQLState()).as(error.getMessage()).isIn("08003", "08006");
            }
            assertGone(catchThrowableOfType(SQLException.class, () -> statement.executeQuery(scan)));
            assertGone(catchThrowableOfType(SQLException.class, prepared::executeQuery));
            try (Connection fresh = other.connect();
                    Statement again = fresh.createStatement()) {
                assertThat(scans(again)).isEqualTo(2);
                setKey(again, "first");
                assertThat(count(again.executeQuery(scan)))
                        .as("its whole answer is kept")
                        .isGreaterThan(2);
                assertThat(scans(again)).as("and nothing was called again").isEqualTo(2);
                assertThat(count(again.executeQuery(scan))).isGreaterThan(2);
                assertThat(scans(again)).as("but for a call of its own").isEqualTo(3);
            }
        }
    }

    private static void setKey(Statement statement, String key) throws SQLException {
        statement.unwrap(StrandlineStatement.class).setIdempotencyKey(key);
    }

    private static void assertGone(SQLException error) {
        assertThat(error.getSQLState()).as(error.getMessage()).isEqualTo("08003");
        assertThat(error.getMessage()).contains("restarted", "Open a new connection");
    }

    private static int scans(Statement statement) throws SQLException {
        return count(statement.executeQuery("SELECT scan_id FROM reconcile.scans"));
    }

    /** Case 48 (CALCITE-1690): digits beyond the milliseconds are kept, or it is said that they are not. */
    @Test
    void finerDigitsAreNotCutInSilence() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String literal : new String[] {
                "TIMESTAMP '2024-01-02 03:04:05.123456'",
                "TIME '03:04:05.1234'",
                "TIMESTAMP WITH LOCAL TIME ZONE '2024-01-02 03:04:05.000001'"
            }) {
                SQLException refused =
                        catchThrowableOfType(SQLException.class, () -> statement.executeQuery("SELECT " + literal));
                assertThat(refused.getSQLState()).as(literal).isEqualTo("22008");
                assertThat(refused.getMessage()).startsWith("line 1, column 8: ");
            }
            for (String same : new String[] {
                "TIMESTAMP '2024-01-02 03:04:05.123'",
                "TIMESTAMP '2024-01-02 03:04:05.123000'",
                "CAST(TIMESTAMP '2024-01-02 03:04:05.123456' AS TIMESTAMP(3))"
            }) {
                try (ResultSet rows = statement.executeQuery("SELECT " + same)) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getString(1)).as(same).isEqualTo("2024-01-02 03:04:05.123");
                    assertThat((Throwable) statement.getWarnings()).isNull();
                }
            }
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT CAST(? AS TIMESTAMP(3))")) {
            query.setObject(1, LocalDateTime.parse("2024-01-02T03:04:05.123456"));
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getObject(1, LocalDateTime.class))
                        .isEqualTo(LocalDateTime.parse("2024-01-02T03:04:05.123"));
            }
            assertThat((Throwable) query.getWarnings()).hasMessageContaining("parameter 1");
            query.setObject(1, LocalDateTime.parse("2024-01-02T03:04:05.123"));
            query.executeQuery().close();
            assertThat((Throwable) query.getWarnings()).isNull();
        }
    }

    /** Case 49 (CALCITE-4752) */
    @Test
    void aDecimalParameterIsExact() throws SQLException {
        BigDecimal value = new BigDecimal("1234567890123456789012345678.0123456789");
        try (PreparedStatement query = connection.prepareStatement("SELECT CAST(? AS DECIMAL(38, 10))")) {
            query.setBigDecimal(1, value);
            try (ResultSet rows = query.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getBigDecimal(1)).isEqualTo(value);
            }
        }
    }

    /** Case 55 (pinot#7783): a query's own limit counts, and none is added. */
    @Test
    void aLimitIsTheQuerysOwn() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            String columns = "SELECT column_name FROM information_schema.columns";
            int all;
            try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM (" + columns + ")")) {
                rows.next();
                all = rows.getInt(1);
            }
            assertThat(count(statement.executeQuery(columns))).isEqualTo(all);
            statement.setMaxRows(5);
            assertThat(count(statement.executeQuery(columns + " LIMIT 3"))).isEqualTo(3);
            assertThat(count(statement.executeQuery(columns + " LIMIT 7"))).isEqualTo(5);
        }
    }
}
