package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.fixture.GatewayProcess;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The part of {@link SinksBench} that writes Iceberg tables through a gateway, in a JVM with the gateway's collector: {@code ROWS
 * ROUNDS}. What is compared is done by turns, so that what disturbs one disturbs all, and the best of each counts.
 */
final class SinksIceberg {
    /** Rounds of each before anything is measured. */
    private static final int WARM_UP = 2;

    private static final int BATCH = 10_000;
    /** Each batch is a run of its own: a part of the rows is enough. */
    private static final int BATCHES = 20;

    private final SinkLake lake;
    private final SinkClient client;
    private final int rows;
    private final int rounds;
    private final List<Line> lines = new ArrayList<>();

    private SinksIceberg(SinkLake lake, SinkClient client, int rows, int rounds) {
        this.lake = lake;
        this.client = client;
        this.rows = rows;
        this.rounds = rounds;
    }

    /** The program. */
    public static void main(String[] arguments) throws Exception {
        Bench.quietLogs();
        try (SinkLake lake = SinkLake.create();
                GatewayProcess gateway = GatewayProcess.serve(lake.config(), Wire.options("gateway"));
                SinkClient client = new SinkClient(gateway.httpUrl(), gateway.jdbcUrl())) {
            int rows = Integer.parseInt(arguments[0]);
            SinksIceberg work = new SinksIceberg(lake, client, rows, Integer.parseInt(arguments[1]));
            work.appends();
            work.batches();
            work.upserts();
            work.lines.forEach(Bench.out()::println);
        }
    }

    private void appends() throws Exception {
        byte[] stream = SinkStream.bytes(rows);
        String ingested = lake.table("ingested", Map.of());
        String inserted = lake.table("inserted", Map.of());
        String copied = lake.table("copied", Map.of());
        String source = lake.table("source", Map.of());
        client.ingest(source, rows, () -> new ByteArrayInputStream(stream));
        String ofLiterals = "INSERT INTO " + inserted + " " + SinkRows.query(rows);
        String ofTable = "INSERT INTO " + copied + " SELECT * FROM " + source;
        Best floor = new Best();
        Best ingest = new Best();
        Best rollback = new Best();
        Best insert = new Best();
        Best copy = new Best();
        for (int round = -WARM_UP; round < rounds; round++) {
            String[] run = new String[1];
            floor.of(round, () -> lake.append("ingested", rows));
            ingest.of(round, () -> run[0] = client.ingest(ingested, rows, () -> new ByteArrayInputStream(stream)));
            rollback.of(round, () -> client.rollback(run[0]));
            insert.of(round, () -> client.insert(ofLiterals, rows));
            copy.of(round, () -> client.insert(ofTable, rows));
        }
        rate("floor", rows, floor.seconds);
        rate("ingest", rows, ingest.seconds);
        rate("insert_select", rows, insert.seconds);
        rate("insert_select_table", rows, copy.seconds);
        line("rollback", rollback.seconds, "s");
        line("ratio.ingest_vs_floor", ingest.seconds / floor.seconds, "x");
        line("ratio.insert_select_vs_floor", insert.seconds / floor.seconds, "x");
        line("ratio.insert_select_table_vs_floor", copy.seconds / floor.seconds, "x");
        line("ratio.rollback_vs_append", rollback.seconds / ingest.seconds, "x");
    }

    private void batches() throws Exception {
        String table = lake.table("batches", Map.of());
        client.batches(table, BATCH * BATCHES / 2, BATCH);
        Best best = new Best();
        best.of(0, () -> client.batches(table, BATCH * BATCHES, BATCH));
        rate("jdbc_batches", BATCH * BATCHES, best.seconds);
    }

    private void upserts() throws Exception {
        String table = lake.table("upserted", Map.of());
        String sql = "INSERT INTO " + table + " " + SinkRows.query(rows);
        client.insert(sql, rows);
        client.execute("SET \"sink.mode\" = 'upsert'");
        client.execute("SET \"sink.key\" = 'id'");
        Best upsert = new Best();
        Best rollback = new Best();
        String[] run = new String[1];
        upsert.of(0, () -> run[0] = client.insert(sql, rows));
        rollback.of(0, () -> client.rollback(run[0]));
        rate("upsert", rows, upsert.seconds);
        line("upsert_rollback", rollback.seconds, "s");
    }

    /** The best time of something, rounds below 0 left out. */
    private static final class Best {
        private double seconds = Double.POSITIVE_INFINITY;

        void of(int round, Work work) throws Exception {
            long begun = System.nanoTime();
            work.run();
            if (round >= 0) {
                seconds = Math.min(seconds, (System.nanoTime() - begun) / 1e9);
            }
        }
    }

    /** Something that takes time. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private void rate(String name, int written, double seconds) {
        line(name, written / seconds, "rows/s");
    }

    private void line(String name, double value, String unit) {
        lines.add(new Line(SinksBench.NAME + name, value, unit));
    }
}
