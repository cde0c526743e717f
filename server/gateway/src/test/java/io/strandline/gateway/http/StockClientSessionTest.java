package io.strandline.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Role;
import io.strandline.gateway.session.SessionSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.remote.Driver.Serialization;
import org.apache.calcite.avatica.remote.Service;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What Avatica's own client sees of a session: its options, its end, its login; by JSON and by protobuf. */
class StockClientSessionTest extends StockClient {
    private static final Users USERS = new Users(Map.of(
            "ann", new Users.User(Passwords.hash("pä:ss"), Role.ADMIN),
            "bob", new Users.User(Passwords.hash("builder"), Role.READER)));

    /** GW-9. */
    @ParameterizedTest
    @EnumSource
    void takesTheTimeZoneOfTheConnection(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec, "time_zone", "America/New_York");
                Statement statement = connection.createStatement()) {
            assertThat(read(statement.executeQuery("OPTIONS"), 1).get(0)).contains("timeZone=America/New_York");
            statement.execute("SET time_zone Asia/Kolkata");
            assertThat(read(statement.executeQuery("OPTIONS"), 1).get(0)).contains("timeZone=Asia/Kolkata");
        }
        assertThatThrownBy(() -> connect(codec, "time_zone", "Mars/Olympus"))
                .hasMessageContaining("session option time_zone cannot be 'Mars/Olympus'");
        assertThat(sessions.count()).isZero();
    }

    /** GW-6. */
    @ParameterizedTest
    @EnumSource
    void refusesChangesInAReadOnlySession(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            connection.setReadOnly(true);
            assertThatThrownBy(() -> statement.execute("CALL"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25006"));
            assertThat(engine.changes()).isZero();
            connection.setReadOnly(false);
            statement.execute("CALL");
            assertThat(engine.changes()).isEqualTo(1);
        }
    }

    /** GW-6: there are no transactions, and pools may still call what they call. */
    @ParameterizedTest
    @EnumSource
    void letsPoolsCommitAndRollBack(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            assertThat(connection.getAutoCommit()).isTrue();
            connection.setAutoCommit(false);
            statement.execute("CALL");
            connection.commit();
            connection.rollback();
            assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_NONE);
            assertThat(connection.getAutoCommit()).isFalse();
        }
    }

    /** GW-2's plumbing for clients that send no header. */
    @ParameterizedTest
    @EnumSource
    void givesTheKeyOfSetToTheNextChangeOnly(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < 2; i++) {
                statement.execute("SET idempotency_key once");
                assertThat(read(statement.executeQuery("SELECT 1"), 1)).hasSize(1);
                assertThat(read(statement.executeQuery("CALL"), 1)).containsExactly("1");
            }
            assertThat(read(statement.executeQuery("CALL"), 1)).containsExactly("2");
        }
    }

    /** Sessions: wrong logins open none. */
    @ParameterizedTest
    @EnumSource
    void wantsTheRightPassword(Serialization codec) throws SQLException {
        start(SessionSettings.DEFAULTS, USERS);
        String[] right = {"avatica_user", "ann", "avatica_password", "pä:ss", "authentication", "BASIC"};
        try (Connection connection = connect(codec, right);
                Statement statement = connection.createStatement()) {
            assertThat(read(statement.executeQuery("SELECT 1"), 1)).containsExactly("1");
        }
        assertThatThrownBy(() ->
                        connect(codec, "avatica_user", "ann", "avatica_password", "no", "authentication", "BASIC"))
                .hasMessageContaining("401");
        assertThatThrownBy(() -> connect(codec)).hasMessageContaining("401");
        assertThat(sessions.count()).isZero();
    }

    /** GW-5: a time limit that the session has stops the work in the server. */
    @ParameterizedTest
    @EnumSource
    void stopsAStatementAtTheSessionsTimeLimit(Serialization codec) throws SQLException {
        try (Connection connection = connect(codec);
                Statement statement = connection.createStatement()) {
            statement.execute("SET query_timeout 50ms");
            assertThatThrownBy(() -> statement.executeQuery("WAIT"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("HYT00"));
        }
    }

    /** GW-5, GW-6: closing a session cancels what runs in it, within a second. */
    @ParameterizedTest
    @EnumSource
    void closingASessionCancelsWhatRuns(Serialization codec) throws Exception {
        Connection connection = connect(codec);
        Statement statement = connection.createStatement();
        List<SQLException> thrown = new ArrayList<>();
        Thread running = new Thread(() -> {
            try {
                statement.executeQuery("WAIT");
            } catch (SQLException e) {
                thrown.add(e);
            }
        });
        running.start();
        engine.waiting().await();
        String id = ((AvaticaConnection) connection).id;
        try (Connection other = connect(codec)) {
            ((AvaticaConnection) other).getService().apply(new Service.CloseConnectionRequest(id));
        }
        running.join(Duration.ofSeconds(1).toMillis());
        assertThat(thrown)
                .singleElement()
                .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("57014"));
        Awaitility.await()
                .untilAsserted(() -> assertThat(sessions.runningStatements()).isZero());
    }

    /** The server forgot the session: a coded error at once, nothing repeated (case 41). */
    @ParameterizedTest
    @EnumSource
    void aForgottenSessionIs08003(Serialization codec) throws SQLException {
        Connection connection = connect(codec, "transparent_reconnection", "true");
        Statement statement = connection.createStatement();
        sessions.closeAll();
        assertThatThrownBy(() -> statement.execute("CALL"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08003"));
        assertThat(engine.changes()).isZero();
    }
}
