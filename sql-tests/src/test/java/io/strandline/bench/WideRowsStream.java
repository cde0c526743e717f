package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.fixture.GatewayProcess;
import io.strandline.gateway.demo.DemoLake;
import io.strandline.streams.WideRows;
import java.nio.file.Files;
import java.util.List;

/**
 * Five million rows of a thousand characters through a gateway with a heap of 512 MB: to a client of our driver with one of
 * 256 MB, which asks for all at once, and as columns. A row that is lost, or memory that is not enough, fails the run.
 */
final class WideRowsStream {
    private static final String NAME = "wide-rows.";

    private WideRowsStream() {}

    static List<Line> run(boolean quick) throws Exception {
        int rows = quick ? 500_000 : 5_000_000;
        DemoLake lake =
                DemoLake.create(Files.createTempDirectory("strandline-bench").resolve("lake"), 0);
        try (GatewayProcess gateway = GatewayProcess.serve(lake.config(), "-Xmx512m")) {
            return List.of(
                    new Line(NAME + "rows", rows, "rows"),
                    line("jdbc", rows, () -> WideRows.byJdbc(gateway, rows, "-Xmx256m")),
                    line("arrow", rows, () -> WideRows.byArrow(gateway, rows)));
        }
    }

    /** Reads them. */
    @FunctionalInterface
    private interface Reading {
        WideRows.Read read() throws Exception;
    }

    private static Line line(String how, int rows, Reading reading) throws Exception {
        long begun = System.nanoTime();
        WideRows.Read read = reading.read();
        if (!read.equals(WideRows.Read.all(rows))) {
            throw new IllegalStateException("not all were read: " + read);
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        return new Line(NAME + how, rows / seconds, "rows/s");
    }
}
