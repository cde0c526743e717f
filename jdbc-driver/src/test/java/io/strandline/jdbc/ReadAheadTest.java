package io.strandline.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.jdbc.fixture.Answer;
import io.strandline.jdbc.fixture.Fault;
import io.strandline.jdbc.fixture.FixtureGateway;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.calcite.avatica.remote.Service.CloseStatementRequest;
import org.apache.calcite.avatica.remote.Service.FetchRequest;
import org.apache.calcite.avatica.remote.Service.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Frames that are asked for before they are wanted. */
class ReadAheadTest {
    private static final int FRAME = 10;
    private static final int ROWS = 50;
    private static final int AHEAD = 2 * FRAME;

    private final CountDownLatch askedAhead = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private FixtureGateway gateway;
    private Connection connection;

    @BeforeEach
    void connect() throws SQLException {
        gateway = FixtureGateway.start();
        Answer many = Answer.rows().column("n", Types.INTEGER, "INTEGER");
        for (int i = 0; i < ROWS; i++) {
            many.row(i);
        }
        gateway.answer("SELECT n", many);
        connection = DriverManager.getConnection(gateway.url());
    }

    @AfterEach
    void close() throws SQLException {
        goOn.countDown();
        connection.close();
        gateway.close();
    }

    private static boolean isAhead(Request request) {
        return request instanceof FetchRequest && ((FetchRequest) request).offset == AHEAD;
    }

    private Fault hold(Request request) {
        if (isAhead(request)) {
            askedAhead.countDown();
            await(goOn);
        } else if (request instanceof CloseStatementRequest) {
            goOn.countDown();
        }
        return Fault.NONE;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Long> fetchedAt() {
        return gateway.requests().stream()
                .filter(FetchRequest.class::isInstance)
                .map(request -> ((FetchRequest) request).offset)
                .collect(Collectors.toList());
    }

    private static void read(ResultSet rows, int from, int to) throws SQLException {
        for (int i = from; i < to; i++) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(i);
        }
    }

    /** A result whose second frame is read, and whose third is held back at the gateway. */
    private ResultSet withAFrameAhead(Statement statement) throws SQLException {
        gateway.faults(this::hold);
        statement.setFetchSize(FRAME);
        ResultSet rows = statement.executeQuery("SELECT n");
        read(rows, 0, FRAME + 1);
        await(askedAhead);
        return rows;
    }

    /** GW-5: who cancels cannot know that nothing is under way at that moment. */
    @Test
    void cancelledBetweenTwoFramesItEndsAfterThoseThatAreHere() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FRAME);
            ResultSet rows = statement.executeQuery("SELECT n");
            read(rows, 0, 1);
            statement.cancel();
            read(rows, 1, FRAME);
            assertThatThrownBy(rows::next)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
            assertThat(gateway.requests()).hasAtLeastOneElementOfType(CloseStatementRequest.class);
            read(statement.executeQuery("SELECT n"), 0, ROWS);
        }
    }

    /** The twin: rows that are all here are not taken away. */
    @Test
    void cancellingAResultThatIsWholeHereDoesNothing() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(2 * ROWS);
            ResultSet rows = statement.executeQuery("SELECT n");
            read(rows, 0, 1);
            statement.cancel();
            read(rows, 1, ROWS);
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void oneFrameIsAheadOfWhoReadsOn() throws SQLException {
        gateway.faults(this::hold);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FRAME);
            ResultSet rows = statement.executeQuery("SELECT n");
            read(rows, 0, FRAME);
            assertThat(fetchedAt()).isEmpty();
            read(rows, FRAME, FRAME + 1);
            await(askedAhead);
            read(rows, FRAME + 1, AHEAD);
            assertThat(fetchedAt()).containsExactly(10L, 20L);
            goOn.countDown();
            read(rows, AHEAD, ROWS);
            assertThat(rows.next()).isFalse();
        }
        assertThat(fetchedAt()).containsExactly(10L, 20L, 30L, 40L);
    }

    /** What goes wrong ahead is no matter of the rows before. */
    @Test
    void aLostFrameIsToldWhereItsRowsWouldBe() throws SQLException {
        gateway.faults(request -> isAhead(request) ? Fault.CUT_ANSWER : Fault.NONE);
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FRAME);
            ResultSet rows = statement.executeQuery("SELECT n");
            read(rows, 0, AHEAD);
            assertThatThrownBy(rows::next)
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08006"));
        }
    }

    /** GW-8: a frame that is refused ahead since too much runs then is asked for again when it is wanted. */
    @Test
    void aFrameRefusedAheadIsAskedForAgain() throws SQLException {
        AtomicBoolean refused = new AtomicBoolean();
        gateway.refuse(request -> isAhead(request) && refused.compareAndSet(false, true));
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FRAME);
            read(statement.executeQuery("SELECT n"), 0, ROWS);
        }
        assertThat(fetchedAt()).containsExactly(10L, 20L, 20L, 30L, 40L);
    }

    /** GW-5: who closes a result does not wait for rows that nobody wants, and the gateway learns of it. */
    @Test
    void closingStopsWhatIsAhead() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultSet rows = withAFrameAhead(statement);
            rows.close();
            assertThat(goOn.getCount()).as("closed at the gateway").isZero();
            read(statement.executeQuery("SELECT n"), 0, ROWS);
        }
    }

    /** GW-5. */
    @Test
    void cancellingStopsWhatIsAhead() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            withAFrameAhead(statement);
            statement.cancel();
            assertThat(goOn.getCount()).as("closed at the gateway").isZero();
        }
    }

    @Test
    void nothingIsAskedForBeyondTheLimit() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(FRAME);
            statement.setMaxRows(AHEAD);
            ResultSet rows = statement.executeQuery("SELECT n");
            read(rows, 0, AHEAD);
            assertThat(rows.next()).isFalse();
        }
        assertThat(fetchedAt()).containsExactly(10L);
    }

    /** Many open results leave sockets of their connection to others. */
    @Test
    void fewResultsOfAConnectionAreAheadAtOnce() throws SQLException {
        gateway.faults(this::hold);
        List<ResultSet> open = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Statement statement = connection.createStatement();
            statement.setFetchSize(FRAME);
            open.add(statement.executeQuery("SELECT n"));
            read(open.get(i), 0, FRAME + 1);
        }
        assertThat(gateway.requests().stream().filter(ReadAheadTest::isAhead).count())
                .isBetween(0L, 4L);
        goOn.countDown();
        for (ResultSet rows : open) {
            read(rows, FRAME + 1, ROWS);
        }
    }
}
