package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.fixtures.RestCatalogServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A comparison of very many tables with as many registrations of a real store, of which one in a hundred is missing, one lies
 * elsewhere, and one table is registered nowhere. The floor of the same run streams the same rows by plain JDBC and merges
 * them with names and locations held in memory, and nothing else. Each size is measured in a JVM of its own with a heap of
 * 512 MB. And real Iceberg tables, each of whose metadata has to be read.
 */
final class ReconcileScale {
    private static final String NAME = "reconcile-scale.";

    private ReconcileScale() {}

    static List<Line> run(boolean quick) throws IOException, InterruptedException {
        List<Line> lines = new ArrayList<>();
        List<Integer> sizes = quick ? List.of(10_000, 100_000) : List.of(10_000, 100_000, 1_000_000);
        for (int tables : sizes) {
            Path folder = Files.createTempDirectory("strandline-bench");
            lines.addAll(measured("synthetic", tables, folder, ScaleStore.sqlite(folder)));
        }
        int largest = sizes.get(sizes.size() - 1);
        double ratio = valueOf(lines, NAME + largest + ".merge_vs_floor");
        if (!quick) {
            lines.addAll(onPostgresql(largest));
        }
        int real = quick ? 1_000 : 10_000;
        Path folder = Files.createTempDirectory("strandline-bench");
        lines.addAll(measured("jdbc", real, folder, ScaleStore.sqlite(folder)));
        lines.addAll(onRest(real));
        lines.add(new Line(NAME + "ratio.merge_vs_floor", ratio, "x"));
        return lines;
    }

    private static List<Line> onPostgresql(int tables) throws IOException, InterruptedException {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
            Path folder = Files.createTempDirectory("strandline-bench");
            return measured("synthetic", tables, folder, postgres.getJdbcUrl("postgres", "postgres")).stream()
                    .map(line -> new Line(line.name().replace(NAME, NAME + "postgresql."), line.value(), line.unit()))
                    .toList();
        }
    }

    private static List<Line> onRest(int tables) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("strandline-bench");
        try (RestCatalogServer server = RestCatalogServer.start(Map.of("warehouse", folder.toString()))) {
            return measured("rest", tables, folder, ScaleStore.sqlite(folder), server.uri());
        }
    }

    private static double valueOf(List<Line> lines, String name) {
        return lines.stream()
                .filter(line -> line.name().equals(name))
                .mapToDouble(Line::value)
                .findFirst()
                .orElseThrow();
    }

    private static List<Line> measured(String what, int tables, Path folder, String storeUrl, String... more)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                ReconcileScaleWork.class.getName(),
                what,
                Integer.toString(tables),
                folder.toString(),
                storeUrl));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Line> lines = new ArrayList<>();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String text = output.readLine(); text != null; text = output.readLine()) {
                if (text.startsWith(NAME)) {
                    lines.add(Line.parse(text));
                }
            }
        }
        int ended = process.waitFor();
        if (ended != 0 || lines.isEmpty()) {
            throw new IllegalStateException(what + " of " + tables + " tables ended with " + ended);
        }
        return lines;
    }
}
