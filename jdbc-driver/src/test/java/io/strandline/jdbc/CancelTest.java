package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.Fault;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.remote.Service.CloseStatementRequest;
import org.apache.calcite.avatica.remote.Service.PrepareAndExecuteRequest;
import org.apache.calcite.avatica.remote.Service.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** GW-5: cancelling, as the gateway sees it. */
class CancelTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch arrived = new CountDownLatch(1);
    private final CountDownLatch closedTwice = new CountDownLatch(2);
    private FixtureGateway gateway;

    @BeforeEach
    void start() {
        gateway = FixtureGateway.start();
        gateway.answer(
                "SELECT 1",
                Answer.rows().column("one", Types.INTEGER, "INTEGER").row(1));
    }

    @AfterEach
    void stop() {
        gateway.close();
        threads.shutdownNow();
    }

    private Fault holdUntilCancelledTwice(Request request) {
        if (request instanceof CloseStatementRequest) {
            closedTwice.countDown();
        } else if (request instanceof PrepareAndExecuteRequest) {
            arrived.countDown();
            try {
                boolean unused = closedTwice.await(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return Fault.NONE;
    }

    /** The first word to stop may overtake what it is to stop, and would be lost. */
    @Test
    void cancellingIsSaidAgainWhileItIsNotHeeded() throws Exception {
        gateway.faults(this::holdUntilCancelledTwice);
        try (Connection connection = DriverManager.getConnection(gateway.url());
                Statement statement = connection.createStatement()) {
            Future<ResultSet> execution = threads.submit(() -> statement.executeQuery("SELECT 1"));
            assertThat(arrived.await(10, TimeUnit.SECONDS)).isTrue();
            statement.cancel();
            assertThat(closedTwice.getCount()).isZero();
            assertThat(execution.get(10, TimeUnit.SECONDS)).isNotNull();
        }
    }

    /** Nothing runs: nothing is sent. */
    @Test
    void cancellingWhatDoesNotRunDoesNothing() throws SQLException {
        try (Connection connection = DriverManager.getConnection(gateway.url());
                Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT 1").close();
            gateway.requests().clear();
            statement.cancel();
            assertThat(gateway.requests()).isEmpty();
            assertThat(statement.executeQuery("SELECT 1").next()).isTrue();
        }
    }
}
