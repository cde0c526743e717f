package io.strandline.gateway.demo;

import io.strandline.catalog.iceberg.CatalogFactory;
import io.strandline.catalog.iceberg.IcebergCatalog;
import io.strandline.catalog.iceberg.LakeColumn;
import io.strandline.catalog.iceberg.LakeWriter;
import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A lake on the local file system: real Iceberg tables with real Parquet rows, a JDBC catalog on SQLite, and a scratch
 * namespace in which things drift apart.
 *
 * <p>It is made in two steps, since drift is what happens after a table was registered: {@link #create} makes tables and
 * configuration; the gateway is started and runs {@link #registrations()}; then {@link #drift()} changes the lake behind
 * the gateway's back.
 */
public final class DemoLake {
    /** Catalog of the lake. */
    public static final String CATALOG = "lake";

    /** Connection whose scratch target is the namespace {@code scratch}. */
    public static final String CONNECTION = "scratch";

    private static final List<String> SCRATCH = List.of("scratch");
    private static final List<LakeColumn> COLUMNS = List.of(
            LakeColumn.required("id", "long").comment("Number of the row."),
            LakeColumn.of("customer", "string").comment("Who ordered."),
            LakeColumn.of("amount", "decimal(12,2)").comment("In euros."));

    private final Path folder;

    private DemoLake(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    /**
     * Makes tables and configuration.
     *
     * @param folder does not exist, or is empty
     * @param port that the configuration says to listen on, 0 for a free one
     */
    public static DemoLake create(Path folder, int port) {
        DemoLake lake = new DemoLake(folder);
        try {
            Files.createDirectories(lake.folder);
            Files.writeString(lake.config(), lake.yaml(port));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        lake.write(writer -> {
            writer.createNamespace(List.of("sales"));
            writer.createNamespace(SCRATCH);
            lake.inWarehouse(writer, new TableRef(CATALOG, List.of("sales"), "orders"));
            lake.inWarehouse(writer, new TableRef(CATALOG, List.of("sales"), "customers"));
            lake.inWarehouse(writer, scratch("working_set"));
            for (String upload : List.of("orders_2025", "returns_2025", "prices", "broken_import")) {
                lake.upload(writer, upload, upload);
            }
        });
        return lake;
    }

    /** The lake that was made there before. */
    public static DemoLake open(Path folder) {
        return new DemoLake(folder);
    }

    /** Whether a lake was made there. */
    public static boolean isAt(Path folder) {
        return Files.exists(folder.resolve("strandline.yaml"));
    }

    /** The configuration file. */
    public Path config() {
        return folder.resolve("strandline.yaml");
    }

    /** The statements that register what was uploaded, in order. */
    public List<String> registrations() {
        return Stream.of("orders_2025", "returns_2025", "prices", "broken_import")
                .flatMap(name -> Stream.of(registerSource(name), registerTable(name)))
                .toList();
    }

    /**
     * Lets the lake drift: a table goes missing, one moves, one loses its metadata, and three come that nobody registered:
     * two whose uploaded file is known, one that nobody can account for.
     *
     * @return the statements that make the uploaded files of the strays known
     */
    public List<String> drift() {
        write(writer -> {
            writer.moveTable(scratch("prices"), uri(folder.resolve("uploads").resolve("prices_v2")));
            upload(writer, "stray_import", "stray_import");
            upload(writer, "late_upload", "late_upload");
            upload(writer, "mystery", "mystery");
        });
        catalogSql("DELETE FROM iceberg_tables WHERE table_name = ?", "returns_2025");
        deleteMetadata("broken_import");
        return List.of(registerSource("stray_import"), registerSource("late_upload"));
    }

    /** Creates a table over a directory of uploads, with the uploaded file in it. */
    private void upload(LakeWriter writer, String table, String directory) {
        Path place = folder.resolve("uploads").resolve(directory);
        try {
            Files.createDirectories(place);
            Files.writeString(place.resolve("upload.csv"), "id,customer,amount\n1,ada,10.50\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        writer.createTable(scratch(table), COLUMNS, Optional.of(uri(place)), Map.of());
        writer.append(scratch(table), rows());
    }

    private void inWarehouse(LakeWriter writer, TableRef table) {
        writer.createTable(table, COLUMNS, Optional.empty(), Map.of("comment", "Kept by the catalog."));
        writer.append(table, rows());
    }

    private static List<List<Object>> rows() {
        return List.of(
                List.of(1L, "ada", new java.math.BigDecimal("10.50")),
                List.of(2L, "grace", new java.math.BigDecimal("7.25")));
    }

    private String registerSource(String name) {
        return "CALL register_source(source_kind => 'file', source_id => " + SqlNames.literal(name + ".csv")
                + ", object_location => "
                + SqlNames.literal(uri(folder.resolve("uploads").resolve(name).resolve("upload.csv"))) + ")";
    }

    private static String registerTable(String name) {
        return "CALL register(connection => '" + CONNECTION + "', table_name => " + SqlNames.literal(name)
                + ", source_kind => 'file', source_id => " + SqlNames.literal(name + ".csv") + ")";
    }

    private static TableRef scratch(String table) {
        return new TableRef(CATALOG, SCRATCH, table);
    }

    /** The path as a location: nothing in one is encoded, so a blank stays a blank (LOC-4). */
    private static String uri(Path path) {
        return "file://" + path;
    }

    private String yaml(int port) {
        return String.join(
                "\n",
                "# A demo lake. Serve it again with: strandline serve --config " + config(),
                "server:",
                "  listen: 127.0.0.1:" + port,
                "store:",
                "  url: jdbc:sqlite:" + folder.resolve("strandline.db"),
                "catalogs:",
                "  " + CATALOG + ":",
                "    type: jdbc",
                "    uri: " + catalogUrl(),
                "    warehouse: " + uri(folder.resolve("warehouse")),
                "connections:",
                "  " + CONNECTION + ":",
                "    description: Where uploads become tables.",
                "    catalog: " + CATALOG,
                "    namespace: scratch",
                "    external_locations: [\"" + uri(folder.resolve("uploads")) + "\"]",
                "");
    }

    private String catalogUrl() {
        return "jdbc:sqlite:" + folder.resolve("lake.db");
    }

    private void write(java.util.function.Consumer<LakeWriter> work) {
        try (IcebergCatalog catalog = CatalogFactory.create(
                        CATALOG,
                        Map.of("type", "jdbc", "uri", catalogUrl(), "warehouse", uri(folder.resolve("warehouse"))));
                LakeWriter writer = LakeWriter.on(catalog)) {
            work.accept(writer);
        }
    }

    /** Changes the catalog's own rows, as somebody with access to its database would. */
    private void catalogSql(String sql, String table) {
        try (Connection connection = DriverManager.getConnection(catalogUrl());
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the demo's catalog " + catalogUrl() + " cannot be changed", e);
        }
    }

    private void deleteMetadata(String table) {
        try (Stream<Path> files =
                Files.list(folder.resolve("uploads").resolve(table).resolve("metadata"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".metadata.json")).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
