package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.fixture.GatewayProcess;
import io.strandline.fixtures.TrinoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Logger;

/**
 * Ten thousand tables of twenty columns and a table of a million data files, asked about over JDBC through a gateway with a
 * heap of 512 MB; the same files through Iceberg's plain client, two threads, as the floor; and, where {@link TrinoServer} can
 * be started, through Trino with its catalog on the same SQLite database.
 */
final class CatalogBench {
    static final String NAME = "catalog.";

    private static final List<String> QUESTIONS =
            List.of("columns", "columns_fetched", "tables", "point", "snapshots", "files", "partition");
    /** Where Trino's answer holds its own system tables too. */
    private static final Set<String> THEIR_OWN = Set.of("trino.columns_fetched", "trino.tables");

    private static final Logger LOG = Logger.getLogger(CatalogBench.class.getName());

    private CatalogBench() {}

    static List<Line> run(boolean quick) throws Exception {
        Path folder = Files.createTempDirectory("strandline-bench");
        LakeOfMany.create(folder, quick ? 1_000 : 10_000, quick ? 100_000 : 1_000_000);
        List<Line> lines = new ArrayList<>();
        for (String line : GatewayProcess.run(CatalogFloor.class, List.of(folder.toString()), "-Xmx512m")) {
            lines.add(Line.parse(line));
        }
        lines.addAll(strandline(folder));
        lines.addAll(TrinoServer.java().isPresent() ? trino(folder) : withoutTrino());
        lines.add(ratio(lines, "cold_vs_floor", "strandline.columns.first", "floor.columns.first"));
        for (String peer : List.of("floor", "trino")) {
            for (String question : QUESTIONS) {
                against(peer, question, lines).ifPresent(lines::add);
            }
        }
        lines.addAll(RestLoads.run(quick));
        return lines;
    }

    private static List<Line> withoutTrino() {
        LOG.warning("no JDK 25 in JAVA25_HOME: Trino is left out");
        return List.of();
    }

    private static List<Line> strandline(Path folder) throws Exception {
        Path config = config(
                folder,
                List.of(
                        "type: jdbc",
                        "uri: jdbc:sqlite:" + folder.resolve("catalog.db"),
                        "warehouse: file://" + folder.resolve("warehouse")));
        try (GatewayProcess gateway = GatewayProcess.serve(config, "-Xmx512m");
                Connection connection = gateway.connect()) {
            return CatalogQuestions.ofStrandline().ask("strandline", connection);
        }
    }

    /** A configuration with one catalog of those properties. */
    static Path config(Path folder, List<String> catalog) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "server:",
                "  listen: 127.0.0.1:0",
                "store:",
                "  url: jdbc:sqlite:" + folder.resolve("store.db"),
                "catalogs:",
                "  " + LakeOfMany.NAME + ":"));
        catalog.forEach(property -> lines.add("    " + property));
        return Files.write(folder.resolve("strandline.yaml"), lines);
    }

    private static List<Line> trino(Path folder) throws Exception {
        Map<String, String> catalog = Map.of(
                "connector.name", "iceberg",
                "iceberg.catalog.type", "jdbc",
                "iceberg.jdbc-catalog.driver-class", "org.sqlite.JDBC",
                "iceberg.jdbc-catalog.connection-url", "jdbc:sqlite:" + folder.resolve("catalog.db"),
                "iceberg.jdbc-catalog.connection-user", "none",
                "iceberg.jdbc-catalog.connection-password", "none",
                "iceberg.jdbc-catalog.catalog-name", LakeOfMany.NAME,
                "iceberg.jdbc-catalog.default-warehouse-dir", "file://" + folder.resolve("warehouse"),
                "fs.local.enabled", "true",
                "local.location", "/");
        try (TrinoServer trino = TrinoServer.start("8g", Map.of(LakeOfMany.NAME, catalog));
                Connection connection = DriverManager.getConnection(trino.jdbcUrl(), "bench", null)) {
            return CatalogQuestions.ofTrino().ask("trino", connection);
        }
    }

    /** Our time over theirs, if they were asked; the answers must be the same. */
    private static Optional<Line> against(String peer, String question, List<Line> lines) {
        String theirs = peer + "." + question;
        if (lines.stream().noneMatch(line -> line.name().equals(NAME + theirs + ".p50"))) {
            return Optional.empty();
        }
        String ours = "strandline." + question;
        if (!THEIR_OWN.contains(theirs) && value(lines, ours + ".rows") != value(lines, theirs + ".rows")) {
            throw new IllegalStateException("not the same answer to " + question + ": " + lines);
        }
        return Optional.of(ratio(lines, question + "_vs_" + peer, ours + ".p50", theirs + ".p50"));
    }

    private static Line ratio(List<Line> lines, String name, String ours, String theirs) {
        return new Line(NAME + "ratio." + name, value(lines, ours) / value(lines, theirs), "x");
    }

    private static double value(List<Line> lines, String name) {
        return lines.stream()
                .filter(line -> line.name().equals(NAME + name))
                .mapToDouble(Line::value)
                .findFirst()
                .orElseThrow();
    }
}
