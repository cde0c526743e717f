package io.strandline.bench;

import io.strandline.catalog.TableState;
import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.Location;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Iceberg tables of one namespace, in a JDBC catalog with local files or in a REST catalog. */
final class RealLake implements AutoCloseable {
    static final String NAME = "lake";
    static final List<String> NAMESPACE = List.of("scratch");
    private static final LakeColumn[] COLUMNS = {
        LakeColumn.required("id", "long"), LakeColumn.of("customer", "string"), LakeColumn.of("amount", "decimal(10,2)")
    };

    private final Path folder;
    private final boolean isRest;
    private final IcebergCatalog catalog;

    private RealLake(Path folder, boolean isRest, Map<String, String> properties) {
        this.folder = folder;
        this.isRest = isRest;
        this.catalog = CatalogFactory.create(NAME, properties);
    }

    /** The lake; arguments as {@link ReconcileScaleWork} takes them. */
    static RealLake open(String kind, Path folder, String[] arguments) {
        if (kind.equals("rest")) {
            return new RealLake(folder, true, Map.of("type", "rest", "uri", arguments[4]));
        }
        return new RealLake(
                folder,
                false,
                Map.of(
                        "type",
                        "jdbc",
                        "uri",
                        "jdbc:sqlite:" + folder.resolve("catalog.db"),
                        "warehouse",
                        folder.resolve("warehouse").toString()));
    }

    IcebergCatalog catalog() {
        return catalog;
    }

    Location warehouse() {
        return Location.parse("file://" + folder.resolve("tables"));
    }

    private static String name(int i) {
        return String.format(Locale.ROOT, "table_%07d", i);
    }

    private String location(int i) {
        return warehouse().text() + "/" + name(i);
    }

    ScaleStore.Row registered(int i) {
        return switch (i % 100) {
            case 1 -> new ScaleStore.Row(name(i) + "_gone", location(i) + "-gone");
            case 2 -> new ScaleStore.Row(name(i), location(i) + "-moved");
            default -> new ScaleStore.Row(name(i), location(i));
        };
    }

    void create(int tables) {
        try (LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createNamespace(NAMESPACE);
            if (isRest) {
                for (int i = 0; i < tables; i++) {
                    TableRef table = new TableRef(NAME, NAMESPACE, name(i));
                    writer.createTable(table, List.of(COLUMNS), Optional.of(location(i)), Map.of());
                }
            } else {
                TableRef first = new TableRef(NAME, NAMESPACE, "template");
                writer.createTable(first, List.of(COLUMNS), Optional.of(warehouse() + "/template"), Map.of());
                copy(catalog.describe(first, new ScaleCall()).orElseThrow(), tables);
            }
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a writer would have made, without its ten thousand commits. */
    private void copy(TableState first, int tables) throws IOException, SQLException {
        Path source = Path.of(
                Location.parse(Objects.requireNonNull(first.metadataLocation())).path());
        String metadata = Files.readString(source);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("catalog.db"));
                PreparedStatement insert = connection.prepareStatement("INSERT INTO iceberg_tables (catalog_name,"
                        + " table_namespace, table_name, metadata_location, iceberg_type) SELECT catalog_name,"
                        + " table_namespace, ?, ?, iceberg_type FROM iceberg_tables WHERE table_name = 'template'")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < tables; i++) {
                String uuid = UUID.nameUUIDFromBytes(new byte[] {(byte) i, (byte) (i >> 8), (byte) (i >> 16)})
                        .toString();
                Path file = Path.of(Location.parse(location(i)).path(), "metadata", "00000-" + uuid + ".metadata.json");
                Files.createDirectories(file.getParent());
                Files.writeString(
                        file,
                        metadata.replace(first.location(), location(i))
                                .replace(Objects.requireNonNull(first.uuid()), uuid));
                insert.setString(1, name(i));
                insert.setString(2, "file://" + file);
                insert.addBatch();
            }
            insert.executeBatch();
            try (PreparedStatement forget =
                    connection.prepareStatement("DELETE FROM iceberg_tables WHERE table_name = 'template'")) {
                forget.executeUpdate();
            }
            connection.commit();
        }
    }

    @Override
    public void close() {
        catalog.close();
    }
}
