package io.strandline.sink.iceberg;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.fixtures.RestCatalogServer;
import io.strandline.sink.Capability;
import io.strandline.sink.contract.Check;
import io.strandline.sink.contract.Contract;
import io.strandline.sink.contract.SinkLab;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every sink keeps to as it commits, on catalogs that do so by other means: a file's name, and a server (SNK-16). */
class OtherCatalogsTest {
    @TempDir
    static Path directory;

    private static RestCatalogServer server;
    private static IcebergCatalog rest;
    private static IcebergCatalog hadoop;
    private static int tables;

    @BeforeAll
    static void open() throws IOException {
        String warehouse = directory.resolve("rest").toUri().toString();
        server = RestCatalogServer.start(Map.of("warehouse", warehouse));
        rest = catalog(Map.of("type", "rest", "uri", server.uri(), "warehouse", warehouse));
        hadoop = catalog(Map.of(
                "type", "hadoop", "warehouse", directory.resolve("hadoop").toString()));
    }

    @AfterAll
    static void close() {
        rest.close();
        server.close();
        hadoop.close();
    }

    private static IcebergCatalog catalog(Map<String, String> properties) {
        IcebergCatalog catalog = CatalogFactory.create("lake", properties);
        try (LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createNamespace(List.of("sales"));
        }
        return catalog;
    }

    static Stream<Check> checks() {
        return Contract.all().stream()
                .filter(check -> check.needs() == Capability.COMMIT_TOKEN || check.needs() == Capability.STAGING);
    }

    private static SinkLab lab(IcebergCatalog catalog, int version) {
        String name = "t" + tables++;
        try (LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createTable(
                    TestLake.ref(name),
                    List.of(
                            LakeColumn.required("id", "long"),
                            LakeColumn.required("name", "string"),
                            LakeColumn.of("amount", "decimal(10, 2)")),
                    Optional.empty(),
                    Map.of("format-version", String.valueOf(version)));
        }
        return new SinkLab(
                new IcebergConnector(new Catalogs(List.of(catalog))),
                TestLake.ref(name),
                Map.of(),
                () -> TestLake.values(catalog, name).stream()
                        .map(row -> row.subList(0, 3))
                        .sorted(Comparator.comparing(row -> (Long) row.get(0)))
                        .<List<?>>map(row -> row)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("checks")
    void isKeptOnARestCatalog(Check check) {
        check.body().accept(lab(rest, 3));
        assertThat(tables).isPositive();
    }

    @ParameterizedTest
    @MethodSource("checks")
    void isKeptOnAHadoopCatalog(Check check) {
        check.body().accept(lab(hadoop, 2));
        assertThat(tables).isPositive();
    }
}
