package io.strandline.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.fixtures.RestCatalogServer;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.Dialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CAT-10, CAT-19: sinks are registered of tables of every backend alike. */
class SinksOfEveryBackendTest {
    @TempDir
    Path directory;

    private Path place(String backend) throws IOException {
        return Files.createDirectories(directory.resolve(backend));
    }

    @Test
    void aDirectoryTree() throws IOException {
        assertRegisters(Map.of("type", "hadoop", "warehouse", place("hadoop").toString()));
    }

    @Test
    void aDatabase() throws IOException {
        assertRegisters(Map.of(
                "type",
                "jdbc",
                "uri",
                "jdbc:sqlite:" + directory.resolve("catalog.db"),
                "warehouse",
                place("jdbc").toString()));
    }

    @Test
    void memory() throws IOException {
        assertRegisters(Map.of("type", "in-memory", "warehouse", place("memory").toString()));
    }

    @Test
    void aRestServer() throws IOException {
        String warehouse = place("rest").toString();
        try (RestCatalogServer server = RestCatalogServer.start(Map.of("warehouse", warehouse))) {
            assertRegisters(Map.of("type", "rest", "uri", server.uri(), "warehouse", warehouse));
        }
    }

    /** An absent table is not found and leaves nothing; twice the same leaves one sink, of the table by its UUID. */
    private void assertRegisters(Map<String, String> properties) {
        TableRef table = new TableRef("lake", List.of("sales"), "orders");
        try (RegistryLab lab = new RegistryLab(Dialect.SQLITE, directory);
                IcebergCatalog catalog = CatalogFactory.create("lake", properties);
                LakeWriter writer = LakeWriter.on(catalog)) {
            SinkRegistrar registrar =
                    new SinkRegistrar(new Connections(List.of()), new Catalogs(List.of(catalog)), lab.sinks);
            SinkRequest request = new SinkRequest(table, "nightly", "spark", null, null, false);
            writer.createNamespace(table.namespace());
            assertThatThrownBy(() -> lab.operator(call -> registrar.register(request, call)))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_TABLE));
            assertThat(kept(lab)).isEmpty();
            writer.createTable(table, LakeColumn.of("id", "long"));
            SinkChange made = lab.operator(call -> registrar.register(request, call));
            assertThat(made.reason()).isNull();
            assertThat(made.sink().tableUuid()).isNotBlank();
            assertThat(lab.operator(call -> registrar.register(request, call)).reason())
                    .isEqualTo("unchanged");
            assertThat(kept(lab)).containsExactly(made.sink());
        }
    }

    private static List<Sink> kept(RegistryLab lab) {
        return lab.operator(call -> lab.sinks.read(Wanted.all(Set.of()), call).toList());
    }
}
