package io.strandline.streams;

import io.strandline.fixture.GatewayProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.ipc.ArrowStreamReader;

/** Rows of a thousand characters, numbered from 0, that the server makes while they are read. */
public final class WideRows {
    /** How many rows there can be is a multiple of this. */
    public static final int STEP = 100_000;

    /** What each row's text begins with; its id follows, so that no two are one in memory. */
    static final String TEXT = "表é😀" + "x".repeat(993);

    private static final long ARROW_BYTES = 32L << 20;

    private WideRows() {}

    /** What was read. */
    public record Read(long rows, long sumOfIds) {
        /** All of so many. */
        public static Read all(long rows) {
            return new Read(rows, rows * (rows - 1) / 2);
        }
    }

    /** A query of so many. */
    static String query(long rows) {
        String steps = LongStream.range(0, rows / STEP)
                .mapToObj(step -> "(" + step + ")")
                .collect(Collectors.joining(", "));
        return "WITH s (n) AS (VALUES " + steps + "),"
                + " d (n) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)),"
                + " r (id) AS (SELECT s.n * 100000 + a.n * 10000 + b.n * 1000 + c.n * 100 + e.n * 10 + f.n"
                + " FROM s, d AS a, d AS b, d AS c, d AS e, d AS f)"
                + " SELECT id, '" + TEXT + "' || CAST(id AS VARCHAR) AS wide FROM r";
    }

    /** Reads them with our driver, in a JVM with that heap. */
    public static Read byJdbc(GatewayProcess gateway, int rows, String heap) throws IOException {
        List<String> printed = GatewayProcess.run(
                WideRowsClient.class, List.of(gateway.jdbcUrl(), Integer.toString(rows)), heap, "-XX:+UseSerialGC");
        String[] words = printed.get(printed.size() - 1).split(" ");
        return new Read(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    /** Reads them as columns, in this JVM but with little of Arrow's memory. */
    public static Read byArrow(GatewayProcess gateway, int rows) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(
                        gateway.httpUrl() + "query?sql=" + URLEncoder.encode(query(rows), StandardCharsets.UTF_8)))
                .build();
        long read = 0;
        long sum = 0;
        try (InputStream body = HttpClient.newHttpClient()
                        .send(request, HttpResponse.BodyHandlers.ofInputStream())
                        .body();
                BufferAllocator memory = new RootAllocator(ARROW_BYTES);
                ArrowStreamReader reader = new ArrowStreamReader(body, memory)) {
            while (reader.loadNextBatch()) {
                IntVector ids = (IntVector) reader.getVectorSchemaRoot().getVector("id");
                for (int i = 0; i < ids.getValueCount(); i++) {
                    sum += ids.get(i);
                }
                read += ids.getValueCount();
            }
        }
        return new Read(read, sum);
    }
}
