package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.fixture.GatewayProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What writing costs: a million rows into an Iceberg table by Arrow ingest, {@code INSERT ... SELECT} and JDBC batches beside Iceberg's
 * Parquet appender alone, upserts, undoing; memory as runs grow; and PostgreSQL beside its COPY.
 */
final class SinksBench {
    static final String NAME = "sinks.";

    private SinksBench() {}

    static void run(boolean quick, Consumer<Line> lines) throws Exception {
        String work = System.getProperty("strandline.bench.work", "iceberg,heap,postgresql");
        if (work.contains("iceberg")) {
            child(SinksIceberg.class, "1000000", quick ? "3" : "9").forEach(lines);
        }
        if (work.contains("heap")) {
            child(SinksHeap.class, quick ? "300000" : "1000000").forEach(lines);
        }
        if (work.contains("postgresql")) {
            SinksPostgresql.run(quick).forEach(lines);
        }
    }

    /** A JVM with the gateway's collector, and options of its own for a recording of what is in it. */
    private static List<Line> child(Class<?> program, String... arguments) throws IOException {
        List<String> options = new ArrayList<>(List.of("-XX:+UseSerialGC"));
        options.addAll(List.of(Wire.options("client")));
        String gateway = System.getProperty("strandline.bench.gateway", "");
        if (!gateway.isEmpty()) {
            options.add("-Dstrandline.bench.gateway=" + gateway);
        }
        return GatewayProcess.run(program, List.of(arguments), options.toArray(String[]::new)).stream()
                .filter(line -> line.startsWith(NAME))
                .map(Line::parse)
                .toList();
    }
}
