package io.strandline.gateway.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.strandline.gateway.session.RoleLimits;
import io.strandline.gateway.session.SessionSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /query}: one query without a session, streamed as columns, under the same limits as any other (GW-5, GW-8). */
class ArrowQueryTest {
    private static final Duration SOON = Duration.ofSeconds(5);
    private static final int FRAME_BYTES = 1 << 18;
    private static final int ROW_BYTES = 1_014;

    @TempDir
    static Path directory;

    private static ArrowGateway gateway;

    @BeforeAll
    static void start() {
        RoleLimits limits = new RoleLimits(10_000, 20_000, 1L << 30, Duration.ofMinutes(1), 8);
        gateway = ArrowGateway.start(
                directory,
                Users.NONE,
                SessionSettings.DEFAULTS.withFrames(10_000, FRAME_BYTES).withLimits(limits));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void forget() {
        gateway.pulsar().forget();
    }

    private JsonNode error(int status, HttpRequest.Builder request) throws IOException {
        HttpResponse<byte[]> answer = gateway.get(request);
        assertThat(answer.statusCode()).as(new String(answer.body(), UTF_8)).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        return new ObjectMapper().readTree(answer.body());
    }

    private List<Map<String, Object>> statements(String condition) throws IOException {
        return gateway.rows("SELECT state, kind, session_id, user_name, rows_returned, sqlstate FROM runtime.statements"
                + " WHERE text NOT LIKE '%runtime%' AND " + condition);
    }

    /** The batches that are full are sent while the source still waits, and none is larger than a frame and a row. */
    @Test
    void firstRowsArriveBeforeTheLastIsRead() throws IOException {
        try (InputStream body =
                        gateway.open(gateway.request("SELECT * FROM sky.beats")).body();
                RootAllocator memory = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(body, memory)) {
            long rows = 0;
            while (rows < Pulsar.FREE / 2) {
                assertThat(reader.loadNextBatch()).isTrue();
                int batch = reader.getVectorSchemaRoot().getRowCount();
                assertThat(batch).isBetween(1, FRAME_BYTES / ROW_BYTES + 2);
                rows += batch;
            }
            await().atMost(SOON).until(() -> gateway.pulsar().read.get() == Pulsar.FREE);
            assertThat(statements("state = 'RUNNING'")).hasSize(1);
            gateway.pulsar().mayBeat.release((int) Pulsar.FREE);
            while (reader.loadNextBatch()) {
                rows += reader.getVectorSchemaRoot().getRowCount();
            }
            assertThat(rows).isEqualTo(2 * Pulsar.FREE);
        }
    }

    /** The same over Avatica's messages, whatever the client asks to be fetched at once. */
    @Test
    void firstRowsArriveBeforeTheLastIsReadByJdbcToo() throws Exception {
        String url =
                "jdbc:avatica:remote:url=http://127.0.0.1:" + gateway.server().port() + "/;serialization=PROTOBUF";
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(1_000_000);
            try (ResultSet rows = statement.executeQuery("SELECT * FROM sky.beats")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getLong(1)).isZero();
                assertThat(gateway.pulsar().read.get()).isLessThan((int) Pulsar.FREE);
            }
        }
    }

    /** What a slow source has given is sent after a second, though the frame has room. */
    @Test
    void aSlowSourceIsNotWaitedForUntilAFrameIsFull() throws IOException {
        try (InputStream body = gateway.open(gateway.request("SELECT number FROM sky.drips"))
                        .body();
                RootAllocator memory = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(body, memory)) {
            assertThat(reader.loadNextBatch()).isTrue();
            assertThat(reader.getVectorSchemaRoot().getRowCount()).isBetween(1, 100);
        }
    }

    /** GW-5: the client closes the connection while a row is waited for. */
    @Test
    void aQueryWhoseClientIsGoneIsCancelled() throws IOException {
        HttpRequest.Builder request = gateway.request("SELECT * FROM sky.beats -- gone");
        try (InputStream body = gateway.open(request).body()) {
            assertThat(body.read()).isNotNegative();
            await().atMost(SOON).until(() -> gateway.sessions().runningStatements() == 1);
        }
        await().atMost(SOON).until(() -> gateway.sessions().runningStatements() == 0);
        assertThat(statements("state = 'CANCELLED' AND text LIKE '%gone%'")).hasSize(1);
    }

    /** A client that reads nothing holds its thread no longer than its query may run. */
    @Test
    void aClientThatReadsNothingLosesItsConnection() throws Exception {
        List<Socket> clients = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                Socket client = new Socket(
                        InetAddress.getLoopbackAddress(), gateway.server().port());
                clients.add(client);
                client.setReceiveBufferSize(4_096);
                client.getOutputStream()
                        .write(("GET /query?sql="
                                        + ArrowGateway.encode("SELECT n, '" + "x".repeat(1_000)
                                                + "' || CAST(n AS VARCHAR) FROM space.numbers")
                                        + " HTTP/1.1\r\nHost: localhost\r\nStrandline-Timeout-Ms: 1500\r\n\r\n")
                                .getBytes(US_ASCII));
            }
            String stopped = "state = 'CANCELLED' AND text LIKE '%space.numbers'";
            await().atMost(SOON.multipliedBy(4)).until(() -> statements(stopped).size() == 4);
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SELEC 1, 400, 42601, SYNTAX",
        "SELECT * FROM sky.nothing, 404, 42P01, NO_SUCH_TABLE",
        "SELECT 1/0 FROM space.planets, 400, 22012, DIVISION_BY_ZERO",
        "'CALL space.land(''mars'')', 403, 25006, READ_ONLY",
        "'CALL space.visit(''mars'')', 403, 25006, READ_ONLY",
        "SET time_zone = 'UTC', 403, 25006, READ_ONLY",
        "SELECT id FROM space.planets WHERE id = ?, 400, 22023, BAD_ARGUMENT",
    })
    void whatFailsBeforeTheFirstRowIsAnErrorOfTheList(String sql, int status, String state, String code)
            throws IOException {
        JsonNode error = error(status, gateway.request(sql));
        assertThat(error.path("sqlstate").textValue()).isEqualTo(state);
        assertThat(error.path("code").textValue()).isEqualTo(code);
        assertThat(error.path("vendor_code").isInt()).isTrue();
        assertThat(error.path("retryable").isBoolean()).isTrue();
        assertThat(error.path("message").textValue()).isNotBlank();
    }

    /** Neither the HTTP body nor the Arrow stream ends as a whole one does. */
    @Test
    void whatFailsLaterBreaksTheStream() throws IOException {
        try (InputStream body = gateway.open(gateway.request("SELECT * FROM sky.bursts"))
                        .body();
                RootAllocator memory = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(body, memory)) {
            assertThat(reader.loadNextBatch()).isTrue();
            assertThatThrownBy(() -> {
                        while (reader.loadNextBatch()) {
                            assertThat(reader.getVectorSchemaRoot().getRowCount())
                                    .isPositive();
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
        assertThat(statements("sqlstate = '58030'"))
                .singleElement()
                .satisfies(row -> assertThat(row).containsEntry("state", "FAILED"));
        assertThat(statements("sqlstate = '58030' AND rows_returned > 0")).hasSize(1);
    }

    @Test
    void aStatementIsListedWithoutASession() throws IOException {
        HttpResponse<byte[]> answer = gateway.get(gateway.request("SELECT name FROM space.planets", "&max_rows=3"));
        assertThat(ArrowGateway.rows(answer.body())).hasSize(3);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/vnd.apache.arrow.stream");
        String id = answer.headers().firstValue("Strandline-Statement-Id").orElseThrow();
        assertThat(statements("statement_id = '" + id + "'"))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("state", "DONE")
                        .containsEntry("kind", "SELECT")
                        .containsEntry("user_name", "anonymous")
                        .containsEntry("rows_returned", 3L)
                        .containsEntry("session_id", null));
        assertThat(gateway.sessions().count()).isZero();
    }

    /** GW-8. */
    @Test
    void limitsAreThoseOfTheRole() throws IOException {
        JsonNode tooLong = error(
                413,
                HttpRequest.newBuilder(gateway.uri("/query"))
                        .POST(HttpRequest.BodyPublishers.ofString("SELECT 1 -- " + "x".repeat(10_000))));
        assertThat(tooLong.path("message").textValue()).contains("server.limits.admin.statement_chars");
        assertThatThrownBy(() -> gateway.get(gateway.request("SELECT n FROM space.numbers")))
                .isInstanceOf(IOException.class);
        assertThat(gateway.rows("SELECT rows_returned, error FROM runtime.statements WHERE state = 'FAILED'"
                        + " AND text LIKE '%space.numbers'"))
                .singleElement()
                .satisfies(row -> assertThat(row.toString())
                        .contains("server.limits.admin.rows")
                        .contains("20000"));
    }

    @Test
    void aLongQueryComesAsTheBodyOfAPost() throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri("/query?parameter=4"))
                .POST(HttpRequest.BodyPublishers.ofString(
                        "SELECT name FROM space.planets WHERE id = ? -- " + "表".repeat(4_000)));
        assertThat(ArrowGateway.rows(gateway.get(request).body())).containsExactly(Map.of("name", "mars 表é😀"));
    }

    @Test
    void optionsOfTheQueryAreThoseOfASession() throws IOException {
        assertThat(gateway.rows("SELECT count(*) AS n FROM planets", "&catalog=strandline&schema=space"))
                .containsExactly(Map.of("n", 4L));
        assertThat(error(404, gateway.request("SELECT 1", "&schema=nowhere"))
                        .path("sqlstate")
                        .textValue())
                .isEqualTo("3F000");
        assertThat(error(400, gateway.request("SELECT 1", "&time_zone=Mars"))
                        .path("message")
                        .textValue())
                .contains("time_zone");
    }

    @ParameterizedTest
    @CsvSource({
        "'', as sql in the URL",
        "?sql=SELECT%201&factory=java.lang.String, no parameter \"factory\"",
        "?sql=SELECT%201&sql=SELECT%202, given 2 times",
        "?sql=SELECT%201&max_rows=0, max_rows",
    })
    void whatIsNoQueryIsRefused(String query, String why) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.uri("/query" + query));
        assertThat(error(400, request).path("message").textValue()).contains(why);
    }

    @Test
    void onlyArrowIsGiven() throws IOException {
        assertThat(error(406, gateway.request("SELECT 1").header("Accept", "application/json, text/html;q=0.5"))
                        .path("message")
                        .textValue())
                .contains("application/vnd.apache.arrow.stream");
        for (String accepted : List.of("*/*", "application/vnd.apache.arrow.stream, text/html;q=0.1")) {
            assertThat(gateway.get(gateway.request("SELECT 1").header("Accept", accepted))
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(error(405, gateway.request("SELECT 1").DELETE()).path("code").textValue())
                .isEqualTo("BAD_MESSAGE");
    }
}
