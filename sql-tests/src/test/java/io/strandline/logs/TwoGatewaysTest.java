package io.strandline.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two gateways on one PostgreSQL: what one does the other sees at once, and while nothing happens they ask for little. */
class TwoGatewaysTest {
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    /**
     * How long they are watched. Some work is done once a minute and can fall into a shorter time whole, so in that as much is
     * allowed as in a minute: more than that is who asks again and again. The profile {@code faults} watches for a minute.
     */
    private static final Duration WATCHED =
            Duration.ofSeconds(Integer.getInteger("strandline.crashRounds", 0) >= 100 ? 60 : 10);

    @TempDir
    static Path folder;

    private static EmbeddedPostgres postgresql;
    private static StrandlineGateway one;
    private static StrandlineGateway two;
    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    @BeforeAll
    static void start() throws IOException {
        postgresql = EmbeddedPostgres.builder().start();
        one = gateway();
        two = gateway();
    }

    @AfterAll
    static void stop() throws IOException {
        THREADS.shutdownNow();
        two.close();
        one.close();
        postgresql.close();
    }

    private static StrandlineGateway gateway() throws IOException {
        Path config = Files.writeString(
                folder.resolve("strandline.yaml"),
                String.join(
                        "\n",
                        "server: { listen: 127.0.0.1:0 }",
                        "store: { url: \"" + postgresql.getJdbcUrl("postgres", "postgres") + "\" }",
                        "log:",
                        "  states: { kind: compacted }",
                        "  more: { kind: compacted }",
                        ""));
        return StrandlineGateway.start(new ConfigReader(name -> null).read(config));
    }

    private static Connection connect(StrandlineGateway gateway) throws SQLException {
        return DriverManager.getConnection(gateway.jdbcUrl());
    }

    /** Follows all that a gateway sees of a log, until the test ends. */
    private static BlockingQueue<String> followed(StrandlineGateway gateway, String log) throws Exception {
        BlockingQueue<String> seen = new ArrayBlockingQueue<>(1_000);
        Connection connection = connect(gateway);
        THREADS.execute(() -> {
            try (connection;
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(
                            "SELECT payload FROM TABLE(log.follow(log_name => '" + log + "'))")) {
                while (rows.next()) {
                    seen.add(String.valueOf(rows.getString(1)));
                }
            } catch (SQLException e) {
                seen.add("ended: " + e.getMessage());
            }
        });
        try (Connection asking = connect(gateway);
                Statement statement = asking.createStatement()) {
            await().until(() -> !Rows.of(
                            statement,
                            "SELECT 1 FROM log.subscriptions WHERE follower = 'subscription' AND log_name = '" + log
                                    + "'")
                    .isEmpty());
        }
        return seen;
    }

    @Test
    void whatOneDoesTheOtherSeesAtOnce() throws Exception {
        BlockingQueue<String> events = followed(two, "events");
        BlockingQueue<String> states = followed(two, "states");
        try (Connection here = connect(one);
                Connection there = connect(two);
                Statement changing = here.createStatement();
                Statement reading = there.createStatement()) {
            for (int i = 0; i < 5; i++) {
                changing.execute("CALL publish_keyed('states', 'k', 'value " + i + "')");
                assertThat(states.poll(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS))
                        .isEqualTo("value " + i);
                // the gateway's own event of it
                assertThat(events.poll(AT_ONCE.toMillis(), TimeUnit.MILLISECONDS))
                        .contains("log.publish");
                assertThat(Rows.of(reading, "SELECT payload FROM log.latest WHERE event_key = 'k'"))
                        .containsExactly("value " + i);
                assertThat(Rows.of(reading, "SELECT COUNT(*) FROM runtime.audit WHERE action = 'log.publish'"))
                        .containsExactly(String.valueOf(i + 1));
            }
        }
    }

    /** With followers that wait: at most 60 transactions a minute for each gateway, and one connection that listens. */
    @Test
    void whileNothingHappensTheyAskForLittle() throws Exception {
        List<BlockingQueue<String>> followers = new ArrayList<>();
        for (StrandlineGateway gateway : List.of(one, two)) {
            followers.add(followed(gateway, "more"));
        }
        try (Connection other = DriverManager.getConnection(postgresql.getJdbcUrl("postgres", "template1"));
                Statement statement = other.createStatement()) {
            String transactions = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'";
            long before = Long.parseLong(Rows.of(statement, transactions).get(0));
            assertThat(followers.get(0).poll(WATCHED.toMillis(), TimeUnit.MILLISECONDS))
                    .isNull();
            long asked = Long.parseLong(Rows.of(statement, transactions).get(0)) - before;
            assertThat(asked).as("transactions of both").isPositive().isLessThanOrEqualTo(2 * 60);
            assertThat(
                            Rows.of(
                                    statement,
                                    "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = 'postgres' AND query LIKE 'LISTEN%'"))
                    .containsExactly("2");
        }
    }
}
