package io.strandline.catalog.sql;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.catalog.iceberg.ProbeFileIO;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A catalog on SQLite with good tables and bad ones, whose files are watched. */
final class DamagedLake implements AutoCloseable {
    final Path directory;
    final IcebergCatalog catalog;
    final LakeWriter writer;
    final Catalogs catalogs;

    DamagedLake(Path directory, String timeout) {
        this(directory, timeout, 16 << 20);
    }

    DamagedLake(Path directory, String timeout, long metadataBytes) {
        this.directory = directory;
        this.catalog = CatalogFactory.create(
                "lake",
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + directory.resolve("catalog.db"),
                        "warehouse",
                        directory.resolve("warehouse").toString(),
                        "io-impl",
                        ProbeFileIO.class.getName(),
                        "strandline.timeout",
                        timeout,
                        "strandline.metadata-bytes",
                        Long.toString(metadataBytes)));
        this.writer = LakeWriter.on(catalog);
        this.catalogs = new Catalogs(List.of(catalog));
    }

    TableRef table(String namespace, String name) {
        TableRef ref = new TableRef("lake", List.of(namespace), name);
        writer.createNamespace(ref.namespace());
        writer.createTable(
                ref,
                List.of(
                        LakeColumn.required("id", "long"),
                        LakeColumn.of("note", "string").comment("What was noted.")),
                Optional.empty(),
                Map.of("owner", "tests", "s3.secret-access-key", "canary-of-the-table"));
        writer.append(ref, List.of(List.of(1L, "a"), List.of(2L, "b")));
        return ref;
    }

    Path metadataFile(TableRef ref) {
        String location = catalog.describe(ref, new TestCall()).orElseThrow().metadataLocation();
        return location.startsWith("file:") ? Path.of(URI.create(location)) : Path.of(location);
    }

    void cutMetadata(TableRef ref) throws IOException {
        Path file = metadataFile(ref);
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(whole, whole.length / 2));
    }

    void loseMetadata(TableRef ref) throws IOException {
        Files.delete(metadataFile(ref));
    }

    void losePointer(TableRef ref) throws SQLException {
        pointTo(ref, null);
    }

    /** Lets the entry of a table name that file. */
    void pointTo(TableRef ref, String file) throws SQLException {
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("catalog.db"));
                PreparedStatement statement = database.prepareStatement(
                        "UPDATE iceberg_tables SET metadata_location = ? WHERE table_name = ?")) {
            statement.setString(1, file);
            statement.setString(2, ref.name());
            statement.executeUpdate();
        }
    }

    @Override
    public void close() {
        writer.close();
        catalog.close();
    }
}
