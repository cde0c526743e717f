package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.fixtures.network.CuttingProxy;
import io.strandline.fixtures.network.CuttingProxy.Direction;
import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.Fault;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.calcite.avatica.remote.Service.ExecuteBatchRequest;
import org.apache.calcite.avatica.remote.Service.ExecuteRequest;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteRequest;
import org.apache.calcite.avatica.remote.Service.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GW-1, GW-2 on the driver's side: what changes something is sent once, and a lost answer says so. */
class AtMostOnceTest {
    private static final String CHANGE = "CALL repair(connection => 'c')";
    private FixtureGateway gateway;

    @BeforeEach
    void start() {
        gateway = FixtureGateway.start();
        gateway.answer(
                CHANGE, Answer.rows().column("done", Types.BOOLEAN, "BOOLEAN").row(true));
        gateway.answer(
                "SELECT 1",
                Answer.rows().column("one", Types.INTEGER, "INTEGER").row(1));
        gateway.answer("INSERT INTO t VALUES (?)", Answer.count(1).parameters(1));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    private static boolean isExecution(Request request) {
        return request instanceof PrepareAndExecuteRequest
                || request instanceof ExecuteRequest
                || request instanceof ExecuteBatchRequest;
    }

    private void failExecutionsBy(Fault fault) {
        gateway.faults(request -> isExecution(request) ? fault : Fault.NONE);
    }

    private long executionsSent() {
        return gateway.requests().stream().filter(AtMostOnceTest::isExecution).count();
    }

    /** The answer is lost at every point: one request, 40003, and the key that tells which. */
    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aChangeWhoseAnswerIsLostIsSentOnceAndReportedUnknown(Fault fault) throws SQLException {
        try (Connection connection = DriverManager.getConnection(gateway.url());
                Statement statement = connection.createStatement()) {
            failExecutionsBy(fault);
            SQLException e = catchThrowableOfType(SQLException.class, () -> statement.execute(CHANGE));
            assertThat(executionsSent()).isEqualTo(1);
            assertThat(e.getSQLState()).isEqualTo("40003");
            assertThat((Throwable) e)
                    .as("no class that invites a framework to try again")
                    .isNotInstanceOf(SQLTransientException.class)
                    .hasMessageContaining(
                            statement.unwrap(StrandlineStatement.class).getIdempotencyKey())
                    .hasMessageContaining("runtime.statements");
            gateway.faults(request -> Fault.NONE);
            assertThat(statement.executeQuery("SELECT 1").next())
                    .as("the connection goes on")
                    .isTrue();
        }
    }

    /** The same for a prepared statement. */
    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aPreparedChangeIsSentOnce(Fault fault) throws SQLException {
        try (Connection connection = DriverManager.getConnection(gateway.url());
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            statement.setInt(1, 1);
            failExecutionsBy(fault);
            assertThatThrownBy(statement::executeUpdate)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40003"));
            assertThat(executionsSent()).isEqualTo(1);
        }
    }

    /** The same for a batch, which is one request. */
    @Test
    void aBatchIsSentOnce() throws SQLException {
        try (Connection connection = DriverManager.getConnection(gateway.url());
                PreparedStatement statement = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            for (int i = 0; i < 3; i++) {
                statement.setInt(1, i);
                statement.addBatch();
            }
            failExecutionsBy(Fault.DROP_AFTER_EXECUTING);
            assertThatThrownBy(statement::executeBatch)
                    .isInstanceOfSatisfying(
                            BatchUpdateException.class,
                            e -> assertThat(e.getSQLState()).isEqualTo("40003"));
            assertThat(gateway.executions()).hasSize(3);
            assertThat(executionsSent()).isEqualTo(1);
        }
    }

    /** A read whose answer is lost is 08006: it changed nothing. */
    @ParameterizedTest
    @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aLostReadIsAConnectionFailure(Fault fault) throws SQLException {
        try (Connection connection = DriverManager.getConnection(gateway.url());
                Statement statement = connection.createStatement()) {
            failExecutionsBy(fault);
            assertThatThrownBy(() -> statement.executeQuery("SELECT 1"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08006"));
        }
    }

    /** Executed again under its key after a loss, it is the same key that arrives. */
    @Test
    void theKeyOfALostChangeCanBeUsedAgain() throws SQLException {
        try (Connection connection = DriverManager.getConnection(gateway.url());
                Statement statement = connection.createStatement()) {
            StrandlineStatement ours = statement.unwrap(StrandlineStatement.class);
            failExecutionsBy(Fault.DROP_AFTER_EXECUTING);
            assertThatThrownBy(() -> statement.execute(CHANGE)).isInstanceOf(SQLException.class);
            gateway.faults(request -> Fault.NONE);
            ours.setIdempotencyKey(ours.getIdempotencyKey());
            assertThat(statement.execute(CHANGE)).isTrue();
            assertThat(gateway.executions())
                    .hasSize(2)
                    .extracting(execution -> execution.key())
                    .containsOnly(ours.getIdempotencyKey());
        }
    }

    /** The connection is cut after each byte of the request, then after each byte of the answer. */
    @Test
    void aChangeIsExecutedAtMostOnceWhereverTheConnectionIsCut() throws Exception {
        try (CuttingProxy proxy = new CuttingProxy(gateway.port());
                Connection connection = DriverManager.getConnection("jdbc:strandline://127.0.0.1:" + proxy.port());
                Statement statement = connection.createStatement()) {
            proxy.reset();
            statement.execute(CHANGE);
            int request = proxy.passed(Direction.REQUEST);
            int answer = proxy.passed(Direction.ANSWER);
            assertThat(request).isGreaterThan(300);
            assertThat(answer).isGreaterThan(300);
            for (int cut = 1; cut < request; cut++) {
                proxy.cutAfter(Direction.REQUEST, cut);
                assertLostOnce(statement, "request byte " + cut);
            }
            for (int cut = 1; cut < answer; cut++) {
                proxy.cutAfter(Direction.ANSWER, cut);
                assertLostOnce(statement, "answer byte " + cut);
            }
        }
    }

    private void assertLostOnce(Statement statement, String where) throws SQLException {
        gateway.executions().clear();
        SQLException e = catchThrowableOfType(SQLException.class, () -> statement.execute(CHANGE));
        assertThat((Throwable) e).as(where).isNotNull();
        // a server that sees half a header may still say 400: refused, not unknown
        assertThat(e.getSQLState()).as(where).isIn("40003", "08004");
        String key = statement.unwrap(StrandlineStatement.class).getIdempotencyKey();
        assertThat(gateway.executions().stream().filter(execution -> key.equals(execution.key())))
                .as(where)
                .hasSizeLessThanOrEqualTo(e.getSQLState().equals("40003") ? 1 : 0);
    }

    /** Idle sockets that the gateway closed are noticed before they are used: the next change simply works. */
    @Test
    void anIdleSocketTheGatewayClosedDoesNotFailTheNextChange() throws Exception {
        try (CuttingProxy proxy = new CuttingProxy(gateway.port());
                Connection connection = DriverManager.getConnection("jdbc:strandline://127.0.0.1:" + proxy.port());
                Statement statement = connection.createStatement()) {
            statement.execute(CHANGE);
            proxy.cutAfter(Direction.ANSWER, 0);
            assertThatThrownBy(() -> statement.executeQuery("SELECT 1")).isInstanceOf(SQLException.class);
            proxy.reset();
            gateway.executions().clear();
            assertThat(statement.execute(CHANGE)).isTrue();
            assertThat(gateway.executions()).hasSize(1);
        }
    }

    /** Must-fail twin: the stock Avatica client, under the same fault, executes one call several times. */
    @Test
    void aClientThatRetriesExecutesOneCallSeveralTimes() throws SQLException {
        AtomicInteger losses = new AtomicInteger(2);
        Function<Request, Fault> twice =
                request -> isExecution(request) && losses.getAndDecrement() > 0 ? Fault.PROXY_PAGE : Fault.NONE;
        String stock = "jdbc:avatica:remote:url=http://127.0.0.1:" + gateway.port();
        try (Connection connection = new org.apache.calcite.avatica.remote.Driver().connect(stock, new Properties());
                Statement statement = connection.createStatement()) {
            gateway.faults(twice);
            try (ResultSet rows = statement.executeQuery(CHANGE)) {
                assertThat(rows.next()).isTrue();
            }
            assertThat(gateway.executions())
                    .as("one execute(), three effects: the fault is one that ours must survive")
                    .hasSize(3);
        }
    }
}
