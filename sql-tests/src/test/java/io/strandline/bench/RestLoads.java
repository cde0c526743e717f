package io.strandline.bench;

import io.strandline.bench.Bench.Line;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.TableRef;
import io.strandline.fixture.GatewayProcess;
import io.strandline.fixtures.RestCatalogServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.rest.RESTCatalog;

/**
 * A REST catalog whose tables are all loaded, again and again: through a gateway, and by Iceberg's client on as many threads. A
 * table that was loaded before is asked for conditionally by both.
 */
final class RestLoads {
    private static final String NAME = CatalogBench.NAME + "rest.";
    private static final String NAMESPACE = "scratch";
    /** As many as the gateway has for loads. */
    private static final int THREADS = 8;

    private RestLoads() {}

    static List<Line> run(boolean quick) throws Exception {
        int tables = quick ? 200 : 1_000;
        Path folder = Files.createTempDirectory("strandline-bench");
        try (RestCatalogServer server = RestCatalogServer.start(Map.of("warehouse", folder.toString()))) {
            create(server.uri(), tables);
            List<Line> lines = new ArrayList<>();
            for (String line :
                    GatewayProcess.run(Bare.class, List.of(server.uri(), Integer.toString(tables)), "-Xmx512m")) {
                lines.add(Line.parse(line));
            }
            lines.addAll(strandline(folder, server.uri()));
            double ours = lines.get(lines.size() - 1).value();
            double theirs = lines.get(2).value();
            lines.add(new Line(CatalogBench.NAME + "ratio.rest_loads_vs_bare", ours / theirs, "x"));
            return lines;
        }
    }

    private static void create(String uri, int tables) {
        try (IcebergCatalog catalog = CatalogFactory.create(LakeOfMany.NAME, Map.of("type", "rest", "uri", uri));
                LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createNamespace(List.of(NAMESPACE));
            List<LakeColumn> columns = IntStream.range(0, LakeOfMany.COLUMNS)
                    .mapToObj(i -> LakeColumn.of("c" + i, "string"))
                    .toList();
            for (int i = 0; i < tables; i++) {
                writer.createTable(
                        new TableRef(LakeOfMany.NAME, List.of(NAMESPACE), LakeOfMany.table(i)),
                        columns,
                        Optional.empty(),
                        Map.of());
            }
        }
    }

    private static List<Line> strandline(Path folder, String uri) throws Exception {
        Path config = CatalogBench.config(folder, List.of("type: rest", "uri: " + uri));
        try (GatewayProcess gateway = GatewayProcess.serve(config, "-Xmx512m");
                Connection connection = gateway.connect()) {
            return Timing.of(
                    NAME + "strandline",
                    9,
                    () -> CatalogQuestions.value(
                            connection, "SELECT SUM(column_count) FROM catalog.tables WHERE catalog_name = 'lake'"));
        }
    }

    /** Iceberg's client. Arguments: the server's address, how many tables. Prints lines. */
    static final class Bare {
        private Bare() {}

        /** Measures and prints. */
        public static void main(String[] arguments) throws Exception {
            Bench.quietLogs();
            List<TableIdentifier> tables = IntStream.range(0, Integer.parseInt(arguments[1]))
                    .mapToObj(i -> TableIdentifier.of(NAMESPACE, LakeOfMany.table(i)))
                    .toList();
            try (RESTCatalog client = new RESTCatalog()) {
                client.initialize("bare", Map.of("uri", arguments[0]));
                Timing.of(
                                NAME + "bare",
                                9,
                                () -> CatalogFloor.each(
                                        THREADS,
                                        tables,
                                        table -> client.loadTable(table)
                                                .schema()
                                                .columns()
                                                .size()))
                        .forEach(Bench.out()::println);
            }
        }
    }
}
