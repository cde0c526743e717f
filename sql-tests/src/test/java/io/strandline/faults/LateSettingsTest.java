package io.strandline.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.fixture.DemoGateway;
import io.strandline.fixtures.network.Fault;
import io.strandline.fixtures.network.FaultyProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * GW-6: a network that repeats what it has delivered, when its client has gone on. What the client said last holds, and what
 * it reads is what it asked last.
 */
class LateSettingsTest {
    private static final long SEED = Long.getLong("strandline.faultSeed", 20_261_130L);
    private static final int ROUNDS = 20;

    @TempDir
    static Path folder;

    private static DemoGateway gateway;
    private static FaultyProxy network;
    private static Connection watcher;

    @BeforeAll
    static void serve() throws IOException, SQLException {
        gateway = DemoGateway.start(folder.resolve("lake"));
        network = new FaultyProxy(
                gateway.gateway().port(), SEED, List.of(Fault.REQUEST_AGAIN_LATER), Duration.ofSeconds(30));
        watcher = gateway.connect();
    }

    @AfterAll
    static void stop() throws IOException, SQLException {
        watcher.close();
        network.close();
        gateway.close();
    }

    private static String ours() {
        return "jdbc:strandline://127.0.0.1:" + network.port() + "/?timeZone=UTC&applicationName=as-it-began";
    }

    /** What all sessions but the watcher's are set to. */
    private static List<String> settings() throws SQLException {
        try (Statement statement = watcher.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT application_name || ' ' || schema_name || ' ' || time_zone"
                                + " || ' ' || read_only || ' ' || auto_commit FROM runtime.sessions"
                                + " WHERE application_name IS NOT NULL")) {
            List<String> settings = new ArrayList<>();
            while (rows.next()) {
                settings.add(rows.getString(1));
            }
            return settings;
        }
    }

    /** From here on requests are repeated some milliseconds after they were answered. */
    private static void repeats() {
        network.faulty(100);
    }

    /** From here on they are delivered once. */
    private static void delivers() {
        network.faulty(0);
    }

    private static void say(Connection connection, Statement statement, boolean last) throws SQLException {
        connection.setReadOnly(!last);
        connection.setAutoCommit(!last);
        connection.setSchema(last ? "runtime" : "registry");
        statement.execute("SET time_zone = '" + (last ? "Asia/Kolkata" : "America/New_York") + "'");
        connection.setClientInfo("ApplicationName", last ? "last" : "first");
    }

    @Test
    void whatWasSaidLastHolds() throws SQLException {
        for (int i = 0; i < ROUNDS; i++) {
            repeats();
            try (Connection connection = DriverManager.getConnection(ours());
                    Statement statement = connection.createStatement()) {
                say(connection, statement, false);
                delivers();
                say(connection, statement, true);
                network.settle();
                assertThat(settings()).containsExactly("last runtime Asia/Kolkata FALSE FALSE");
                assertThat(connection.getSchema()).isEqualTo("runtime");
            }
        }
        assertThat(settings()).as("what is closed is not opened again").isEmpty();
    }

    @Test
    void aConnectionThatIsClosedIsNotOpenedAgain() throws SQLException {
        for (int i = 0; i < ROUNDS; i++) {
            repeats();
            DriverManager.getConnection(ours()).close();
        }
        network.settle();
        assertThat(settings()).isEmpty();
    }

    /** The rows that are read next are those of the statement that was executed last. */
    @Test
    void rowsAreThoseOfTheLastStatement() throws SQLException {
        try (Connection connection = DriverManager.getConnection(ours());
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(2);
            for (int i = 0; i < ROUNDS; i++) {
                repeats();
                statement.executeQuery("SELECT 'old' FROM runtime.parameters").close();
                delivers();
                String wanted = "new " + i;
                try (ResultSet rows = statement.executeQuery("SELECT '" + wanted + "' FROM runtime.parameters")) {
                    network.settle();
                    int count = 0;
                    while (rows.next()) {
                        assertThat(rows.getString(1)).isEqualTo(wanted);
                        count++;
                    }
                    assertThat(count).isGreaterThan(30);
                }
            }
        }
    }

    /** Must-fail twin: a stock client does not number its requests, and what it said first comes back. */
    @Test
    void aClientWithoutNumbersLosesWhatItSaidLast() throws SQLException {
        int lost = 0;
        try (Connection connection = DriverManager.getConnection(
                        "jdbc:avatica:remote:serialization=json;url=http://127.0.0.1:" + network.port() + "/");
                Statement statement = connection.createStatement()) {
            for (int i = 0; i < ROUNDS; i++) {
                repeats();
                statement.execute("SET application_name = 'first'");
                delivers();
                statement.execute("SET application_name = 'last'");
                network.settle();
                lost += settings().get(0).startsWith("first") ? 1 : 0;
            }
        }
        assertThat(lost).as("seed %s", SEED).isPositive();
    }
}
