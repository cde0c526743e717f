package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.Fault;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What pools and tools do with a connection. */
class ConnectionTest {
    private FixtureGateway gateway;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        gateway = FixtureGateway.start();
        gateway.answer(
                "CALL change()",
                Answer.rows().column("done", Types.BOOLEAN, "BOOLEAN").row(true));
        gateway.answer(
                "SELECT 1",
                Answer.rows().column("one", Types.INTEGER, "INTEGER").row(1));
        gateway.answer("INSERT", Answer.count(1).parameters(1));
        connection = DriverManager.getConnection(gateway.url());
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
        gateway.close();
    }

    private static String state(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        return catchThrowableOfType(SQLException.class, call).getSQLState();
    }

    /** What HikariCP does when it takes and gives a connection: nothing throws, and nothing is asked but liveness. */
    @Test
    void whatAPoolCallsIsQuietAndCostsOneRequest() throws SQLException {
        gateway.requests().clear();
        assertThat(connection.isValid(5)).isTrue();
        connection.setNetworkTimeout(Runnable::run, connection.getNetworkTimeout());
        connection.setReadOnly(connection.isReadOnly());
        connection.setAutoCommit(connection.getAutoCommit());
        connection.setTransactionIsolation(connection.getTransactionIsolation());
        connection.commit();
        connection.rollback();
        connection.clearWarnings();
        assertThat(connection.getAutoCommit()).isTrue();
        assertThat((Throwable) connection.getWarnings()).isNull();
        assertThat(connection.getHoldability()).isEqualTo(ResultSet.HOLD_CURSORS_OVER_COMMIT);
        assertThat(connection.getTypeMap()).isEmpty();
        assertThat(gateway.requests()).hasSize(1);
    }

    /** GW-6: with auto-commit off a change warns, and so does the rollback that cannot undo it. */
    @Test
    void aChangeWithoutAutoCommitAndItsRollbackWarn() throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT 1");
            assertThat((Throwable) statement.getWarnings()).isNull();
            connection.rollback();
            assertThat((Throwable) connection.getWarnings()).isNull();
            statement.execute("CALL change()");
            assertThat((Throwable) statement.getWarnings()).hasMessageContaining("rollback cannot undo");
            connection.rollback();
            assertThat((Throwable) connection.getWarnings()).hasMessageContaining("rollback undid nothing");
            connection.clearWarnings();
            statement.execute("CALL change()");
            connection.commit();
            connection.rollback();
            assertThat((Throwable) connection.getWarnings())
                    .as("after a commit")
                    .isNull();
        }
    }

    /** Isolation is none, as metadata says; asking for another is no error and no promise. */
    @Test
    void isolationIsConsistentWithMetadata() throws SQLException {
        assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_NONE);
        assertThat(connection.getMetaData().getDefaultTransactionIsolation()).isEqualTo(Connection.TRANSACTION_NONE);
        assertThat(connection.getMetaData().supportsTransactions()).isFalse();
        connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
        assertThat((Throwable) connection.getWarnings()).hasMessageContaining("TRANSACTION_NONE");
        assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_NONE);
    }

    /** Read-only, catalog and schema are the session's, told at once and read back. */
    @Test
    void sessionStateIsToldToTheGatewayAndReadBack() throws SQLException {
        connection.setSchema("reconcile");
        connection.setCatalog("prod");
        connection.setReadOnly(true);
        assertThat(connection.getSchema()).isEqualTo("reconcile");
        assertThat(connection.getCatalog()).isEqualTo("prod");
        assertThat(connection.isReadOnly()).isTrue();
        assertThat(connection.getMetaData().isReadOnly()).isTrue();
    }

    /** A gateway that forgot the session: 08003, nothing is run again, and the connection is not valid any more. */
    @Test
    void aForgottenSessionIs08003AndNothingIsRunAgain() throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement("INSERT");
                Statement statement = connection.createStatement()) {
            gateway.forgetSessions();
            gateway.requests().clear();
            assertThat(state(() -> statement.execute("CALL change()"))).isEqualTo("08003");
            prepared.setInt(1, 1);
            assertThat(state(prepared::executeUpdate)).isEqualTo("08003");
            assertThat(connection.isValid(1)).isFalse();
            assertThat(gateway.executions()).isEmpty();
            assertThat(gateway.requests()).as("each asked once").hasSize(3);
        }
        connection.close();
    }

    /**
     * A change that the gateway no longer knows was not executed: said, in a state that no pool takes for a broken
     * connection, and not tried again by itself; executed once more it is prepared anew.
     */
    @Test
    void aForgottenPreparedChangeIsNotRunAgainByItself() throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement("INSERT")) {
            prepared.setInt(1, 1);
            gateway.forgetStatements();
            assertThat(state(prepared::executeUpdate)).isEqualTo("26000");
            assertThat(gateway.executions()).isEmpty();
            assertThat(prepared.executeUpdate()).isEqualTo(1);
            gateway.forgetStatements();
            prepared.addBatch();
            assertThat(state(prepared::executeBatch)).isEqualTo("26000");
            prepared.addBatch();
            assertThat(prepared.executeBatch()).containsExactly(1);
            assertThat(gateway.executions()).hasSize(2);
        }
        assertThat(connection.isValid(1)).as("the session is still there").isTrue();
    }

    /** A query that the gateway no longer knows is prepared once more, and once only. */
    @Test
    void aForgottenPreparedQueryIsPreparedAgain() throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement("SELECT 1")) {
            gateway.forgetStatements();
            gateway.requests().clear();
            try (ResultSet rows = prepared.executeQuery()) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(1);
            }
            assertThat(gateway.executions()).hasSize(1);
            assertThat(gateway.requests()).as("execute, prepare, execute").hasSize(3);
            gateway.answer("SELECT 1", Answer.error("26000", 1109, "gone for good"));
            gateway.requests().clear();
            assertThat(state(prepared::executeQuery)).isEqualTo("26000");
            assertThat(gateway.requests()).hasSizeLessThanOrEqualTo(3);
        }
    }

    /** The rest of a result that the gateway lost is 26000, never silently the same query again. */
    @Test
    void aLostCursorIs26000() throws SQLException {
        gateway.answer(
                "SELECT n",
                Answer.rows()
                        .column("n", Types.INTEGER, "INTEGER")
                        .row(1)
                        .row(2)
                        .row(3));
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(1);
            ResultSet rows = statement.executeQuery("SELECT n");
            assertThat(rows.next()).isTrue();
            gateway.forgetStatements();
            assertThat(state(rows::next)).isEqualTo("26000");
            assertThat(gateway.executions()).hasSize(1);
        }
    }

    /** Case 36: isValid answers false, and never throws, when the gateway is gone. */
    @Test
    void isValidIsFalseWhenTheGatewayIsGone() throws SQLException {
        gateway.close();
        assertThat(connection.isValid(1)).isFalse();
        assertThatThrownBy(() -> connection.isValid(-1)).isInstanceOf(SQLException.class);
        connection.close();
        assertThat(connection.isClosed()).as("closing works without a gateway").isTrue();
    }

    /** A gateway that accepts and says nothing: the network time-out ends the wait, as does that of isValid. */
    @Test
    void networkTimeoutEndsTheWaitForAnAnswer() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            String url = "jdbc:strandline://127.0.0.1:" + silent.getLocalPort() + "/?networkTimeout=200ms";
            SQLException e =
                    catchThrowableOfType(SQLException.class, () -> new Driver().connect(url, new Properties()));
            assertThat(e.getSQLState()).isEqualTo("08006");
            assertThat((Throwable) e).hasMessageContaining("200 ms");
        }
    }

    /** abort closes at once, without a word to the gateway. */
    @Test
    void abortClosesAtOnce() throws SQLException {
        Statement statement = connection.createStatement();
        gateway.requests().clear();
        connection.abort(Runnable::run);
        assertThat(connection.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
        assertThat(gateway.requests()).isEmpty();
    }

    /** Closing a connection closes its statements, with one request. */
    @Test
    void closeClosesStatementsToo() throws SQLException {
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1");
        gateway.requests().clear();
        connection.close();
        assertThat(statement.isClosed()).isTrue();
        assertThat(rows.isClosed()).isTrue();
        assertThat(gateway.requests()).hasSize(1);
    }

    /** An error that comes while nothing is lost leaves the connection usable. */
    @Test
    void anErrorOfTheGatewayLeavesTheConnectionUsable() throws SQLException {
        gateway.answer("BAD", Answer.error("55000", 7, "table x refuses"));
        try (Statement statement = connection.createStatement()) {
            assertThat(state(() -> statement.execute("BAD"))).isEqualTo("55000");
            gateway.faults(request -> Fault.NONE);
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }
}
