package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.bench.WireLoad.Load;
import io.strandline.clients.ToolSequence;
import io.strandline.fixture.GatewayProcess;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the wire costs, on loopback, every server in a process of its own: a million rows beside those of other drivers and
 * servers, a connection, and many clients at once. The gateway's rows are made of literals, so that no store is measured.
 */
final class Wire {
    private static final String NAME = "wire.";
    private static final int BEST_SIZE = 0;

    private final boolean quick;
    private final List<Line> lines = new ArrayList<>();

    private Wire(boolean quick) {
        this.quick = quick;
    }

    static List<Line> run(boolean quick) throws Exception {
        String work = System.getProperty("strandline.bench.work", "fetch,connect,load");
        Wire wire = new Wire(quick);
        Path folder = Files.createTempDirectory("strandline-bench");
        if (work.contains("fetch") || work.contains("connect")) {
            try (GatewayProcess gateway = GatewayProcess.demo(folder.resolve("fetched"), options("gateway"));
                    EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
                    H2Server h2 = H2Server.start()) {
                Map<WirePeer, String> urls = new EnumMap<>(WirePeer.class);
                urls.put(WirePeer.STRANDLINE, gateway.jdbcUrl());
                urls.put(WirePeer.AVATICA, "jdbc:avatica:remote:url=" + gateway.httpUrl());
                urls.put(WirePeer.PGJDBC, postgres.getJdbcUrl("postgres", "postgres"));
                urls.put(WirePeer.H2, h2.jdbcUrl());
                if (work.contains("fetch")) {
                    wire.fetch(urls);
                }
                if (work.contains("connect")) {
                    wire.connect(urls);
                    int port = URI.create(gateway.httpUrl()).getPort();
                    wire.line("connect.requests_dbeaver", ToolSequence.replay("dbeaver", port), "requests");
                }
            }
        }
        if (work.contains("load")) {
            try (GatewayProcess gateway = GatewayProcess.demo(folder.resolve("loaded"), options("gateway"))) {
                wire.load(gateway);
            }
        }
        return wire.lines;
    }

    /** Options for the JVM of one side, as a recording's. */
    static String[] options(String side) {
        String options = System.getProperty("strandline.bench." + side, "");
        return options.isEmpty() ? new String[0] : options.split(" ");
    }

    private void line(String name, double value, String unit) {
        lines.add(new Line(NAME + name, value, unit));
    }

    private void fetch(Map<WirePeer, String> urls) throws IOException {
        int rows = quick ? 200_000 : 1_000_000;
        List<String> arguments = new ArrayList<>(List.of(Integer.toString(rows), quick ? "5" : "7"));
        urls.forEach((peer, url) -> arguments.add(peer + "=" + url));
        Map<Integer, Map<WirePeer, Double>> seconds = new HashMap<>();
        for (String text : GatewayProcess.run(WireFetch.class, arguments, options("client"))) {
            String[] words = text.split(" ");
            if (words[0].equals("fetch")) {
                int size = Integer.parseInt(words[1]);
                WirePeer peer = WirePeer.valueOf(words[2]);
                double took = Double.parseDouble(words[3]);
                seconds.computeIfAbsent(size, any -> new EnumMap<>(WirePeer.class))
                        .put(peer, took);
                seconds.computeIfAbsent(BEST_SIZE, any -> new EnumMap<>(WirePeer.class))
                        .merge(peer, took, Math::min);
                line("fetch." + size + "." + peer.label(), rows / took, "rows/s");
            }
        }
        seconds.keySet().stream().sorted().forEach(size -> ratios(size, seconds.get(size)));
    }

    /** Our time over theirs, at one fetch size, or at the best of each. */
    private void ratios(int size, Map<WirePeer, Double> seconds) {
        String name = "ratio.fetch" + (size == BEST_SIZE ? "" : "_" + size) + "_vs_";
        double ours = seconds.get(WirePeer.STRANDLINE);
        seconds.forEach((peer, theirs) -> {
            if (peer != WirePeer.STRANDLINE) {
                line(name + peer.label(), ours / theirs, "x");
            }
        });
    }

    private void connect(Map<WirePeer, String> urls) throws SQLException {
        WireConnect.measure(urls, quick ? 200 : 1_000)
                .forEach((peer, millis) -> line("connect." + peer.label() + ".p50", millis, "ms"));
    }

    private void load(GatewayProcess gateway) throws Exception {
        double best = 0;
        Load most = null;
        for (int clients : new int[] {2, 8, 64}) {
            Duration time = Duration.ofSeconds(quick ? 10 : clients == 64 ? 60 : 20);
            most = WireLoad.of(gateway.jdbcUrl(), clients, time);
            best = clients == 64 ? best : Math.max(best, most.rate());
            String name = "load." + clients + ".";
            line(name + "rate", most.rate(), "statements/s");
            line(name + "p50", most.p50(), "ms");
            line(name + "p99", most.p99(), "ms");
            line(name + "errors", (double) most.errors(), "statements");
        }
        line("ratio.load_64_vs_few", most.rate() / best, "x");
        line("ratio.load_64_p99_vs_p50", most.p99() / most.p50(), "x");
        Path status = Path.of("/proc", Long.toString(gateway.pid()), "status");
        if (Files.exists(status)) {
            for (String entry : Files.readAllLines(status)) {
                if (entry.startsWith("VmRSS:")) {
                    line("load.resident", Double.parseDouble(entry.replaceAll("\\D", "")) / 1024, "MiB");
                }
            }
        }
    }
}
