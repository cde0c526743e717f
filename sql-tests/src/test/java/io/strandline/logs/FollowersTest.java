package io.strandline.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-8: who follows holds, while it waits, neither a thread of the gateway nor a place among those that run. */
class FollowersTest {
    private static final int MANY = 100;

    /** Statements of one user that run at a time; fewer than follow. */
    private static final int AT_A_TIME = 40;

    private static final String FOLLOW = "SELECT payload FROM TABLE(log.follow(log_name => 'states'))";
    private static final String FOLLOWERS = "SELECT COUNT(DISTINCT subscription_id) FROM log.subscriptions"
            + " WHERE follower = 'subscription' AND log_name = 'states'";

    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    @TempDir
    private static Path folder;

    private static StrandlineGateway gateway;

    @BeforeAll
    static void start() throws IOException {
        Path config = Files.writeString(
                folder.resolve("strandline.yaml"),
                String.join(
                        "\n",
                        "server: { listen: 127.0.0.1:0, limits: { admin: { concurrency: " + AT_A_TIME + " } } }",
                        "store: { url: \"jdbc:sqlite:" + folder.resolve("store.db") + "\" }",
                        "log:",
                        "  states: { transport: memory, kind: compacted, partitions: 1 }",
                        "  told: { transport: memory, kind: compacted, partitions: 1 }",
                        ""));
        gateway = StrandlineGateway.start(new ConfigReader(name -> null).read(config));
    }

    @AfterAll
    static void stop() {
        THREADS.shutdownNow();
        gateway.close();
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(gateway.jdbcUrl());
    }

    private static void publish(String event) throws SQLException {
        publish("states", event);
    }

    private static void publish(String log, String event) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CALL publish_keyed('" + log + "', 'k', '" + event + "')");
        }
    }

    private static String next(ResultSet rows) {
        try {
            return rows.next() ? rows.getString(1) : "(the end)";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitFollowers(int many) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            await().until(() -> Rows.of(statement, FOLLOWERS).equals(List.of(Integer.toString(many))));
        }
    }

    /** How many threads of the gateway's server answer a statement. */
    private static long busy() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> each.getKey().getName().startsWith("strandline-"))
                .filter(each -> Stream.of(each.getValue())
                        .anyMatch(frame -> frame.getClassName().startsWith("io.strandline.gateway.session.")
                                && !frame.getClassName().contains("Sessions")))
                .count();
    }

    @Test
    void manyFollowersLeaveRoomForOthers() throws Exception {
        List<Connection> connections = new ArrayList<>();
        List<CompletableFuture<String>> waiting = new ArrayList<>();
        List<ResultSet> followed = new ArrayList<>();
        try {
            for (int i = 0; i < MANY; i++) {
                connections.add(connect());
                ResultSet rows = connections.get(i).createStatement().executeQuery(FOLLOW);
                followed.add(rows);
                waiting.add(CompletableFuture.supplyAsync(() -> next(rows), THREADS));
            }
            awaitFollowers(MANY);
            await().until(() -> busy() == 0);
            try (Connection connection = connect();
                    Statement statement = connection.createStatement()) {
                for (int i = 0; i < 20; i++) {
                    assertThat(Rows.of(statement, "SELECT COUNT(*) FROM log.events WHERE log_name = 'states'"))
                            .containsExactly("0");
                }
            }
            assertThat(waiting).allMatch(each -> !each.isDone());
            publish("first");
            publish("second");
            assertThat(CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new)))
                    .succeedsWithin(Duration.ofSeconds(60));
            assertThat(waiting).extracting(CompletableFuture::join).containsOnly("first");
            assertThat(followed).allMatch(rows -> next(rows).equals("second"));
        } finally {
            for (Connection connection : connections) {
                connection.close();
            }
        }
        awaitFollowers(0);
    }

    /** GW-5: a wait without a thread ends as one with a thread does. */
    @Test
    void aWaitIsCancelledAndTimedOut() throws Exception {
        try (Connection connection = connect();
                Statement impatient = connection.createStatement();
                Statement patient = connection.createStatement()) {
            impatient.setQueryTimeout(1);
            ResultSet rows = impatient.executeQuery(FOLLOW);
            assertThatThrownBy(rows::next).isInstanceOf(SQLTimeoutException.class);
            ResultSet others = patient.executeQuery(FOLLOW);
            CompletableFuture<SQLException> ended = CompletableFuture.supplyAsync(
                    () -> catchThrowableOfType(SQLException.class, others::next), THREADS);
            awaitFollowers(1);
            patient.cancel();
            assertThat(ended).succeedsWithin(Duration.ofSeconds(30));
            assertThat(ended.join().getSQLState()).isEqualTo("57014");
        }
        awaitFollowers(0);
    }

    /** A query without a session holds a thread while it follows: no more do than leave the most to others. */
    @Test
    void queriesWithoutASessionThatFollowAreBounded() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + "/query?sql="
                        + URLEncoder.encode(FOLLOW, StandardCharsets.UTF_8)))
                .build();
        List<InputStream> open = new ArrayList<>();
        try {
            HttpResponse<InputStream> answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            while (answer.statusCode() == 200 && open.size() < AT_A_TIME) {
                open.add(answer.body());
                answer = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            }
            assertThat(open).hasSize(32);
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(new String(answer.body().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("TOO_MANY")
                    .contains("32 queries")
                    .contains("follow over JDBC");
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery(FOLLOW)) {
                CompletableFuture<String> came = CompletableFuture.supplyAsync(() -> next(rows), THREADS);
                publish("to all");
                assertThat(came).succeedsWithin(Duration.ofSeconds(30)).isEqualTo("to all");
            }
            open.remove(0).close();
            await().until(() -> {
                HttpResponse<InputStream> later = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
                open.add(later.body());
                return later.statusCode() == 200;
            });
        } finally {
            for (InputStream each : open) {
                each.close();
            }
        }
        awaitFollowers(0);
    }

    /**
     * {@code strandline events --follow --from 0}: what is there, then what comes, a JSON object a line. A log of its own: killed
     * between two requests it is a follower until its session is over.
     */
    @Test
    void theCommandPrintsWhatIsThereAndWhatComes() throws Exception {
        publish("told", "is there");
        Process command = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.strandline.gateway.launcher.Main",
                        "events",
                        "--url",
                        gateway.jdbcUrl(),
                        "--log",
                        "told",
                        "--follow",
                        "--from",
                        "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader printed = command.inputReader(StandardCharsets.UTF_8)) {
            assertThat(printed(printed, "\"payload\":\"is there\"")).succeedsWithin(Duration.ofSeconds(60));
            publish("told", "comes");
            assertThat(printed(printed, "\"payload\":\"comes\"")).succeedsWithin(Duration.ofSeconds(60));
        } finally {
            command.destroyForcibly();
        }
    }

    /** Reads until a line says that; an end before is a failure. */
    private static CompletableFuture<String> printed(BufferedReader lines, String wanted) {
        return CompletableFuture.supplyAsync(
                () -> lines.lines()
                        .filter(line -> line.contains(wanted))
                        .findFirst()
                        .orElseThrow(),
                THREADS);
    }
}
