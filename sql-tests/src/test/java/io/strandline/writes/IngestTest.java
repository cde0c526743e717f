package io.strandline.writes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.fixture.DemoGateway;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns over HTTP: a run and a statement like any other, also where the client falls silent or goes (SNK-18). */
class IngestTest {
    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final int BATCH = 1_000;
    private static final int PIECE = 64;

    @TempDir
    static Path folder;

    private static DemoGateway gateway;

    private final String name = "columns_" + TABLES.incrementAndGet();
    private final String table = "lake.scratch." + name;
    private Connection connection;

    @BeforeAll
    static void serve() {
        gateway = DemoGateway.start(folder.resolve("lake"));
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        connection = gateway.connect();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table + " (id BIGINT NOT NULL, name VARCHAR)");
        }
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    private List<String> rows(String sql) throws SQLException {
        List<String> read = new ArrayList<>();
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery(sql)) {
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    values.add(String.valueOf(rows.getString(i)));
                }
                read.add(String.join("|", values));
            }
        }
        return read;
    }

    private List<String> content() throws SQLException {
        return rows("SELECT COUNT(*), MIN(id), MAX(id) FROM " + table);
    }

    private List<String> statement(String what) throws SQLException {
        return rows("SELECT " + what + " FROM runtime.statements WHERE text = 'INGEST " + table + "'");
    }

    private HttpResponse<String> ingest(byte[] body, String query, String key)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.httpUrl() + "ingest/" + table + query))
                .header("Idempotency-Key", key)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Columns are a run too, once under a key; what is no stream of Arrow's is refused. */
    @Test
    void takesColumns() throws Exception {
        byte[] body = ArrowBody.of(3, BATCH);
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> answer = ingest(body, "?sink.mode=append", "key-" + name);
            assertThat(answer.body()).contains("\"rows\":3000");
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        assertThat(content()).containsExactly("3000|0|2999");
        assertThat(statement("kind")).contains("INSERT");
        byte[] half = Arrays.copyOf(body, body.length / 2);
        assertThat(ingest(half, "", "half-" + name).body()).contains("08P01");
        byte[] csv = "id\n1\n".getBytes(UTF_8);
        assertThat(ingest(csv, "", "csv-" + name).body()).contains("08P01");
        assertThat(ingest(body, "?sink.mod=append", "typo-" + name).body()).contains("did you mean");
        assertThat(content()).containsExactly("3000|0|2999");
    }

    /** Who is refused before the columns were read sees why, though it still sends. */
    @Test
    void aRefusalIsSeenByWhoStillSends() throws Exception {
        byte[] body = ArrowBody.of(1, 100);
        try (Socket client = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(gateway.httpUrl()).getPort())) {
            OutputStream out = client.getOutputStream();
            out.write(("POST /ingest/" + table + "?sink.mod=append HTTP/1.1\r\nHost: localhost\r\nContent-Length: "
                            + body.length + "\r\nConnection: close\r\n\r\n")
                    .getBytes(UTF_8));
            for (int from = 0; from < body.length; from += PIECE) {
                out.flush();
                out.write(body, from, Math.min(PIECE, body.length - from));
            }
            out.flush();
            assertThat(answer(client)).contains("did you mean");
        }
    }

    /** Sends a stream's first batch and some bytes more, and then nothing. */
    private Socket sendPart(String header) throws IOException {
        byte[] body = ArrowBody.of(2, BATCH);
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), URI.create(gateway.httpUrl()).getPort());
        OutputStream out = socket.getOutputStream();
        out.write(("POST /ingest/" + table + " HTTP/1.1\r\nHost: localhost\r\n" + header + "Content-Length: "
                        + body.length + "\r\n\r\n")
                .getBytes(UTF_8));
        out.write(body, 0, body.length * 2 / 3);
        out.flush();
        return socket;
    }

    private void awaitFirstBatch() {
        await().atMost(SOON)
                .until(() ->
                        rows("SELECT state, done, unit FROM runtime.jobs WHERE procedure_name = 'INGEST' AND target = '"
                                        + table + "'")
                                .equals(List.of("RUNNING|" + BATCH + "|rows")));
    }

    private static String answer(Socket socket) throws IOException {
        socket.setSoTimeout((int) SOON.toMillis());
        return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }

    private void assertThatRunIs(String state, int rows) throws SQLException {
        assertThat(rows("SELECT state, accepted FROM sink.runs WHERE table_name = '" + name + "'"))
                .containsExactly(state + "|" + rows);
        assertThat(rows("SELECT COUNT(*) FROM " + table)).containsExactly(String.valueOf(rows));
    }

    @Test
    void aSilentClientsStatementCanBeEnded() throws Exception {
        try (Socket client = sendPart("")) {
            awaitFirstBatch();
            String id = statement("statement_id").get(0);
            assertThat(rows("CALL kill_statement('" + id + "')")).containsExactly(id + "|true|null");
            assertThat(answer(client)).contains("\"CANCELLED\"", "57014", id);
            assertThat(statement("state")).containsExactly("CANCELLED");
        }
        assertThatRunIs("cancelled", BATCH);
    }

    @Test
    void aSilentClientsTimeEnds() throws Exception {
        try (Socket client = sendPart("Strandline-Timeout-Ms: 3000\r\n")) {
            awaitFirstBatch();
            assertThat(answer(client)).contains("HYT00");
            assertThat(statement("state")).containsExactly("CANCELLED");
        }
        assertThatRunIs("cancelled", BATCH);
    }

    @Test
    void aClientThatGoesEndsIt() throws Exception {
        try (Socket client = sendPart("")) {
            awaitFirstBatch();
            assertThat(client.isConnected()).isTrue();
        }
        await().atMost(SOON).until(() -> statement("state").equals(List.of("FAILED")));
        assertThatRunIs("aborted", 0);
    }
}
