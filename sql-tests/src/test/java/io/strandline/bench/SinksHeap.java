package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.fixture.DemoGateway;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The part of {@link SinksBench} that looks at memory, in a JVM of its own that has the gateway in it: {@code ROWS}. Runs of so many rows,
 * and of five times as many, are written while all that is garbage is collected again and again.
 */
final class SinksHeap {
    private static final int MORE = 5;
    private static final long MILLIS_BETWEEN_LOOKS = 200;
    private static final double MIB = 1 << 20;

    private SinksHeap() {}

    /** Writes so many rows. */
    @FunctionalInterface
    private interface Writing {
        void write(int rows) throws Exception;
    }

    /** The program. */
    public static void main(String[] arguments) throws Exception {
        Bench.quietLogs();
        int rows = Integer.parseInt(arguments[0]);
        try (DemoGateway gateway = DemoGateway.start(
                        Files.createTempDirectory("strandline-bench").resolve("lake"));
                SinkLake lake = SinkLake.of(gateway.lake().config());
                SinkClient client = new SinkClient(gateway.httpUrl(), gateway.jdbcUrl())) {
            // what a file holds back until its row group is full would hide what grows
            Map<String, String> small = Map.of("write.parquet.row-group-size-bytes", Integer.toString(1 << 20));
            String ingested = lake.table("ingested", small);
            String inserted = lake.table("inserted", small);
            measure("ingest", rows, count -> client.ingest(ingested, count, () -> new SinkStream(count)));
            measure(
                    "insert_select",
                    rows,
                    count -> client.insert("INSERT INTO " + inserted + " " + SinkRows.query(count), count));
        }
        System.exit(0);
    }

    private static void measure(String name, int rows, Writing writing) throws Exception {
        writing.write(rows);
        double few = mostLive(rows, writing);
        double many = mostLive(rows * MORE, writing);
        List.of(
                        new Line(SinksBench.NAME + "heap." + name + "." + rows, few / MIB, "MiB"),
                        new Line(SinksBench.NAME + "heap." + name + "." + rows * MORE, many / MIB, "MiB"),
                        new Line(
                                SinksBench.NAME + "ratio.heap_" + name + "_" + MORE + "_times_the_rows",
                                many / few,
                                "x"))
                .forEach(Bench.out()::println);
    }

    private static double mostLive(int rows, Writing writing) throws Exception {
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try {
                writing.write(rows);
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
        long most = 0;
        while (true) {
            try {
                written.get(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
                return most;
            } catch (TimeoutException e) {
                most = Math.max(most, Heap.live());
            }
        }
    }
}
