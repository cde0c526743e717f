package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Statement;
import java.sql.Types;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Statements of every kind, and how many requests each takes. */
class StatementTest {
    private FixtureGateway gateway;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        gateway = FixtureGateway.start();
        gateway.answer(
                "SELECT 1",
                Answer.rows().column("one", Types.INTEGER, "INTEGER").row(1));
        gateway.answer(
                "CALL change()",
                Answer.rows().column("done", Types.BOOLEAN, "BOOLEAN").row(true));
        gateway.answer("INSERT", Answer.count(3).parameters(2));
        connection = DriverManager.getConnection(gateway.url());
        gateway.requests().clear();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        gateway.close();
    }

    private String requestKinds() {
        return gateway.requests().stream()
                .map(request -> request.getClass().getSimpleName().replace("Request", ""))
                .collect(Collectors.joining(" "));
    }

    /** A plain statement costs one request an execution, and its close none. */
    @Test
    void statementTakesOneRequestForEachExecution() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2; i++) {
                try (ResultSet rows = statement.executeQuery("SELECT 1")) {
                    assertThat(rows.next()).isTrue();
                    assertThat(rows.getInt("one")).isEqualTo(1);
                    assertThat(rows.next()).isFalse();
                }
            }
        }
        assertThat(requestKinds()).isEqualTo("PrepareAndExecute PrepareAndExecute");
    }

    /** A prepared statement is prepared once, then one request an execution. */
    @Test
    void preparedStatementTakesOneRequestForEachExecution() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT")) {
            for (int i = 0; i < 2; i++) {
                statement.setInt(1, i);
                statement.setString(2, "x");
                assertThat(statement.executeUpdate()).isEqualTo(3);
            }
        }
        assertThat(requestKinds()).isEqualTo("Prepare Execute Execute CloseStatement");
    }

    /** GW-2: every execution carries a key of its own, or the one the user gave, for that execution only. */
    @Test
    void eachExecutionCarriesAnIdempotencyKey() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            StrandlineStatement ours = statement.unwrap(StrandlineStatement.class);
            statement.execute("CALL change()");
            String first = ours.getIdempotencyKey();
            ours.setIdempotencyKey("mine");
            statement.execute("CALL change()");
            statement.execute("CALL change()");
            String third = ours.getIdempotencyKey();
            assertThat(UUID.fromString(first)).isNotEqualTo(UUID.fromString(third));
            assertThat(gateway.executions())
                    .extracting(execution -> execution.key())
                    .containsExactly(first, "mine", third);
        }
    }

    /** Ids are the driver's own: 1, 2, 3. */
    @Test
    void statementIdsAreGivenWithoutARequest() throws SQLException {
        for (int i = 0; i < 3; i++) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CALL change()");
            }
        }
        assertThat(gateway.executions())
                .extracting(execution -> execution.statementId())
                .containsExactly(1, 2, 3);
    }

    /** The gateway's message, state and code arrive, as the exception class that belongs to the state. */
    @Test
    void anErrorKeepsItsMessageStateAndCode() throws SQLException {
        gateway.answer("SELEC", Answer.error("42601", 42, "line 1: SELEC is no statement; did you mean SELECT?"));
        try (Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("SELEC"))
                    .isInstanceOf(SQLSyntaxErrorException.class)
                    .hasMessage("line 1: SELEC is no statement; did you mean SELECT?")
                    .satisfies(e -> assertThat(((SQLException) e).getSQLState()).isEqualTo("42601"))
                    .satisfies(
                            e -> assertThat(((SQLException) e).getErrorCode()).isEqualTo(42));
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }

    /** After the one result there is no other: false, then update count -1. */
    @Test
    void thereAreNoMoreResultsAfterTheFirst() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.execute("CALL change()")).isTrue();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            assertThat(statement.getMoreResults()).isFalse();
            assertThat(statement.getUpdateCount()).isEqualTo(-1);
            assertThat(statement.getResultSet()).isNull();
        }
    }

    /** Rows beyond the first frame are fetched; what is left open is closed with the statement, once. */
    @Test
    void furtherFramesAreFetchedAndAnOpenCursorIsClosed() throws SQLException {
        Answer many = Answer.rows().column("n", Types.INTEGER, "INTEGER");
        for (int i = 0; i < 25; i++) {
            many.row(i);
        }
        gateway.answer("SELECT n", many);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(10);
            ResultSet rows = statement.executeQuery("SELECT n");
            for (int i = 0; i < 25; i++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(i);
            }
            assertThat(rows.next()).isFalse();
        }
        assertThat(requestKinds()).isEqualTo("PrepareAndExecute Fetch Fetch");
        gateway.requests().clear();
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(10);
            assertThat(statement.executeQuery("SELECT n").next()).isTrue();
        }
        assertThat(requestKinds()).isEqualTo("PrepareAndExecute CloseStatement");
    }

    /** setMaxRows is exact, whatever frames bring. */
    @Test
    void maxRowsIsExact() throws SQLException {
        Answer many = Answer.rows().column("n", Types.INTEGER, "INTEGER");
        for (int i = 0; i < 25; i++) {
            many.row(i);
        }
        gateway.answer("SELECT n", many);
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(7);
            ResultSet rows = statement.executeQuery("SELECT n");
            int count = 0;
            while (rows.next()) {
                count++;
            }
            assertThat(count).isEqualTo(7);
            assertThat(rows.isAfterLast()).isTrue();
        }
    }

    /** GW-5: the query time-out goes with the execution; 0 leaves the gateway its own. */
    @Test
    void queryTimeoutIsSentWithTheExecution() throws SQLException {
        gateway.timeouts().clear();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            statement.setQueryTimeout(7);
            statement.execute("SELECT 1");
            assertThat(statement.getQueryTimeout()).isEqualTo(7);
        }
        assertThat(gateway.timeouts()).containsExactly("null", "7000");
    }

    /** Case 50: a batch with one bad row says how many before it are done. */
    @Test
    void aFailedBatchSaysHowManyAreDone() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("INSERT")) {
            for (String value : new String[] {"a", "b", null, "d"}) {
                statement.setString(1, value);
                statement.setString(2, "x");
                statement.addBatch();
            }
            assertThatThrownBy(statement::executeBatch).isInstanceOfSatisfying(BatchUpdateException.class, e -> {
                assertThat(e.getUpdateCounts()).containsExactly(Statement.SUCCESS_NO_INFO, Statement.SUCCESS_NO_INFO);
                assertThat(e.getSQLState()).isEqualTo("22004");
            });
            statement.setString(1, "a");
            statement.addBatch();
            assertThat(statement.executeBatch()).containsExactly(3);
        }
    }

    /** A batch of texts: each its own execution under its own key, with the counts up to a failure. */
    @Test
    void aBatchOfTextsCountsUpToAFailure() throws SQLException {
        gateway.answer("BAD", Answer.error("55000", 1, "no"));
        try (Statement statement = connection.createStatement()) {
            statement.addBatch("INSERT");
            statement.addBatch("CALL change()");
            statement.addBatch("BAD");
            statement.addBatch("INSERT");
            assertThatThrownBy(statement::executeBatch)
                    .isInstanceOfSatisfying(
                            BatchUpdateException.class,
                            e -> assertThat(e.getUpdateCounts()).containsExactly(3, 0));
            assertThat(gateway.executions()).hasSize(3);
            assertThat(statement.executeBatch()).as("cleared").isEmpty();
        }
    }

    /** What is executed must be what it was called for; the work is done all the same, and said to be. */
    @Test
    void rowsAndCountsAreNotMixedUp() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.executeQuery("INSERT")).hasMessageContaining("was done");
            assertThatThrownBy(() -> statement.executeUpdate("SELECT 1")).hasMessageContaining("executeQuery");
            assertThat(statement.executeUpdate("CALL change()")).isZero();
            assertThat(statement.executeLargeUpdate("INSERT")).isEqualTo(3);
            assertThat(statement.executeUpdate("INSERT", Statement.RETURN_GENERATED_KEYS))
                    .isEqualTo(3);
            assertThat(statement.getGeneratedKeys().next()).isFalse();
        }
    }

    /** A statement closes with its last result if it is asked to, and not when it is executed again. */
    @Test
    void closeOnCompletionClosesWithTheResult() throws SQLException {
        Statement statement = connection.createStatement();
        statement.closeOnCompletion();
        statement.executeQuery("SELECT 1");
        ResultSet rows = statement.executeQuery("SELECT 1");
        assertThat(statement.isClosed()).isFalse();
        rows.close();
        assertThat(statement.isClosed()).isTrue();
        assertThatThrownBy(() -> statement.execute("SELECT 1"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("HY010"));
    }

    /** Keys that cannot be a header, or that nobody could find again, are refused. */
    @Test
    void aBadIdempotencyKeyIsRefused() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            StrandlineStatement ours = statement.unwrap(StrandlineStatement.class);
            for (String bad : new String[] {"", "two words", "a\r\nb", "k".repeat(201), "é"}) {
                assertThatThrownBy(() -> ours.setIdempotencyKey(bad))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                e -> assertThat(e.getSQLState()).isEqualTo("22023"));
            }
        }
    }
}
