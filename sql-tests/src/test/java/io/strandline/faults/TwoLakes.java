package io.strandline.faults;

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
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A gateway on two lakes, {@code good} and {@code bad}, each with a connection of the same name, the namespace {@code pad} and
 * orphans in it: one is broken, and the other must not notice.
 */
public final class TwoLakes implements AutoCloseable {
    private final Path folder;
    private final StrandlineGateway gateway;

    private TwoLakes(Path folder, StrandlineGateway gateway) {
        this.folder = folder;
        this.gateway = gateway;
    }

    static TwoLakes start(Path folder, String... tables) throws IOException {
        return start(folder, Duration.ofSeconds(1), Map.of(), tables);
    }

    /** With catalogs that are given that long for an answer. */
    static TwoLakes start(Path folder, Duration patience, String... tables) throws IOException {
        return start(folder, patience, Map.of(), tables);
    }

    /**
     * With users.
     *
     * @param users by name what the section of each says, as YAML in braces
     * @param tables of the bad lake
     */
    public static TwoLakes start(Path folder, Map<String, String> users, String... tables) throws IOException {
        return start(folder, Duration.ofSeconds(1), users, tables);
    }

    private static TwoLakes start(Path folder, Duration patience, Map<String, String> users, String... tables)
            throws IOException {
        TwoLakes.write(folder, "bad", tables);
        TwoLakes.write(folder, "good", "one", "two");
        Path config = Files.writeString(
                folder.resolve("strandline.yaml"),
                String.join(
                        "\n",
                        "server: { listen: \"127.0.0.1:0\", users: " + inBraces(users) + " }",
                        "store: { url: \"jdbc:sqlite:" + folder.resolve("store.db") + "\" }",
                        "catalogs:",
                        catalog(folder, "bad", patience),
                        catalog(folder, "good", patience),
                        "connections:",
                        connection(folder, "bad"),
                        connection(folder, "good"),
                        ""));
        return new TwoLakes(folder, StrandlineGateway.start(new ConfigReader(name -> null).read(config)));
    }

    private static String inBraces(Map<String, String> users) {
        return users.entrySet().stream()
                .map(user -> user.getKey() + ": " + user.getValue())
                .collect(Collectors.joining(", ", "{ ", " }"));
    }

    private static String catalog(Path folder, String name, Duration patience) {
        return "  " + name + ": { type: jdbc, uri: \"" + url(folder, name) + "\", warehouse: \"" + folder.resolve(name)
                + "\", strandline.timeout: " + patience.toSeconds() + "s }";
    }

    private static String connection(Path folder, String name) {
        return "  " + name + ": { catalog: " + name + ", namespace: pad, external_locations: [\""
                + folder.resolve(name + "-uploads") + "\"] }";
    }

    private static String url(Path folder, String name) {
        return "jdbc:sqlite:" + folder.resolve(name + ".db");
    }

    private static void write(Path folder, String name, String... tables) {
        Map<String, String> properties = Map.of(
                "type",
                "jdbc",
                "uri",
                url(folder, name),
                "warehouse",
                folder.resolve(name).toString());
        try (IcebergCatalog catalog = CatalogFactory.create(name, properties);
                LakeWriter writer = LakeWriter.on(catalog)) {
            writer.createNamespace(List.of("pad"));
            for (String table : tables) {
                writer.createTable(
                        new TableRef(name, List.of("pad"), table),
                        List.of(LakeColumn.of("id", "long")),
                        Optional.of(
                                folder.resolve(name + "-uploads").resolve(table).toString()),
                        Map.of());
            }
        }
    }

    Client connect() throws SQLException {
        return new Client(DriverManager.getConnection(gateway.jdbcUrl()));
    }

    /** The gateway. */
    public StrandlineGateway gateway() {
        return gateway;
    }

    /** The database of the bad lake's catalog. */
    public Path database() {
        return folder.resolve("bad.db");
    }

    /** The metadata file of a table of the bad lake. */
    Path metadata(String table) throws IOException {
        try (Stream<Path> files =
                Files.list(folder.resolve("bad-uploads").resolve(table).resolve("metadata"))) {
            return files.filter(file -> file.toString().endsWith(".metadata.json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** The store of the gateway. */
    Path store() {
        return folder.resolve("store.db");
    }

    @Override
    public void close() {
        gateway.close();
    }
}
