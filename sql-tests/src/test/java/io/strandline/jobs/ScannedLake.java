package io.strandline.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.TableRef;
import io.strandline.gateway.StrandlineGateway;
import io.strandline.gateway.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A lake whose namespace {@code pad} holds external tables, and the gateways that compare it, one after the other. */
final class ScannedLake implements AutoCloseable {
    final Path folder;
    final LakeWriter writer;
    private final IcebergCatalog catalog;
    private @Nullable StrandlineGateway gateway;

    ScannedLake(Path folder) {
        this.folder = folder;
        this.catalog = CatalogFactory.create(
                "lake",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        catalogUrl(),
                        "warehouse",
                        folder.resolve("lake").toString()));
        this.writer = LakeWriter.on(catalog);
        writer.createNamespace(List.of("pad"));
    }

    static TableRef ref(String table) {
        return new TableRef("lake", List.of("pad"), table);
    }

    String catalogUrl() {
        return "jdbc:sqlite:" + folder.resolve("lake.db");
    }

    String uploads(String relative) {
        return folder.resolve("uploads").resolve(relative).toString();
    }

    /** An external table in that directory of the uploads. */
    void table(String name, String directory) {
        writer.createTable(ref(name), List.of(LakeColumn.of("id", "long")), Optional.of(uploads(directory)), Map.of());
    }

    /** Starts a gateway in the place of the one there was; each line is of its connections. */
    void serve(String... connections) throws IOException {
        stop();
        List<String> lines = new ArrayList<>(List.of(
                "server: { listen: \"127.0.0.1:0\" }",
                "store: { url: \"jdbc:sqlite:" + folder.resolve("store.db") + "\" }",
                "catalogs:",
                "  lake: { type: jdbc, uri: \"" + catalogUrl() + "\", warehouse: \"" + folder.resolve("lake") + "\" }",
                "connections:"));
        lines.addAll(List.of(connections));
        Path config = Files.writeString(folder.resolve("strandline.yaml"), String.join("\n", lines) + "\n");
        gateway = StrandlineGateway.start(new ConfigReader(name -> null).read(config));
    }

    private void stop() {
        StrandlineGateway running = gateway;
        if (running != null) {
            running.close();
        }
    }

    /** Rows as texts, columns between bars. */
    List<String> rows(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(gateway.jdbcUrl());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                StringJoiner row = new StringJoiner("|");
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(rows.getString(i)));
                }
                all.add(row.toString());
            }
            return all;
        }
    }

    void awaitRows(Duration atMost, String sql, String... expected) {
        await().atMost(atMost)
                .ignoreExceptionsInstanceOf(SQLException.class)
                .untilAsserted(() -> assertThat(rows(sql)).containsExactly(expected));
    }

    @Override
    public void close() {
        stop();
        writer.close();
        catalog.close();
    }
}
