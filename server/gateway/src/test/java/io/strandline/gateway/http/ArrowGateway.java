package io.strandline.gateway.http;

import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.session.SessionModule;
import io.strandline.gateway.session.SessionSettings;
import io.strandline.gateway.session.Sessions;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.Planets;
import io.strandline.gateway.system.SystemModules;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJobs;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.ArrowStreamReader;

/** A gateway on a real engine, asked for columns with Java's HTTP client and read with Arrow's own reader. */
record ArrowGateway(
        StoreDatabase store, DatabaseJournal journal, Sessions sessions, Pulsar pulsar, GatewayServer server)
        implements AutoCloseable {
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static ArrowGateway start(Path directory, Users users, SessionSettings settings) {
        StoreDatabase store = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")));
        DatabaseJournal journal = DatabaseJournal.open(store, JournalOptions.defaults(), Clock.systemUTC());
        journal.start(Map.of());
        Sessions sessions = new Sessions(settings, Clock.systemUTC());
        Pulsar pulsar = new Pulsar();
        var modules = SystemModules.around(
                List.of(new Planets(), pulsar, new SessionModule(sessions, journal, new DatabaseJobs(store, journal))),
                "1.2.3");
        GatewayServer server = GatewayServer.start(
                HttpSettings.DEFAULTS.withAddress("127.0.0.1", 0),
                users,
                Engines.create(modules, journal, EngineLimits.DEFAULT),
                sessions,
                "1.2.3");
        return new ArrowGateway(store, journal, sessions, pulsar, server);
    }

    static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    URI uri(String pathAndQuery) {
        return URI.create("http://127.0.0.1:" + server.port() + pathAndQuery);
    }

    /** Begins to get an answer; its body comes as it is read. */
    HttpResponse<InputStream> open(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    HttpRequest.Builder request(String sql, String... more) {
        return HttpRequest.newBuilder(uri("/query?sql=" + encode(sql) + String.join("", more)));
    }

    /** The whole body of an answer. */
    HttpResponse<byte[]> get(HttpRequest.Builder request) throws IOException {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Rows by column name, each value as Arrow's reader gives it. */
    List<Map<String, Object>> rows(String sql, String... more) throws IOException {
        HttpResponse<byte[]> answer = get(request(sql, more));
        if (answer.statusCode() != 200) {
            throw new AssertionError(new String(answer.body(), StandardCharsets.UTF_8));
        }
        return rows(answer.body());
    }

    static List<Map<String, Object>> rows(byte[] body) throws IOException {
        List<Map<String, Object>> rows = new ArrayList<>();
        try (BufferAllocator memory = new RootAllocator();
                ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(body), memory)) {
            while (reader.loadNextBatch()) {
                for (int row = 0; row < reader.getVectorSchemaRoot().getRowCount(); row++) {
                    Map<String, Object> values = new LinkedHashMap<>();
                    for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
                        Object value = vector.getObject(row);
                        values.put(vector.getName(), value instanceof byte[] || value == null ? value : plain(value));
                    }
                    rows.add(values);
                }
            }
        }
        return rows;
    }

    /** Arrow's own text class as a string. */
    private static Object plain(Object value) {
        return value instanceof org.apache.arrow.vector.util.Text ? Objects.toString(value) : value;
    }

    @Override
    public void close() {
        server.close();
        journal.close();
        store.close();
    }
}
