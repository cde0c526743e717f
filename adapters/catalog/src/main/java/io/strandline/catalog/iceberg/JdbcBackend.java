package io.strandline.catalog.iceberg;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.strandline.catalog.Namespace;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TablePage;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.catalog.TargetTable;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.jspecify.annotations.Nullable;

/**
 * Iceberg's JDBC catalog, read by own SQL over its two tables: pages by key, exact names, one metadata file a table.
 * Iceberg's client matches namespaces by LIKE, lists whole, and repeats a DELETE whose answer was lost.
 */
final class JdbcBackend implements Backend {
    private static final int CONNECTIONS = 8;
    private static final long MOST_MILLIS_TO_CONNECT = 5000;
    /** Properties of Iceberg's client, which no driver knows. */
    private static final Set<String> NOT_THE_DRIVERS =
            Set.of("jdbc.schema-version", "jdbc.strict-mode", "jdbc.init-catalog-tables");

    private final CatalogConfig config;
    private final HikariDataSource connections;
    private final JdbcTables tables;
    private final FileIO io;
    private final MetadataReader reader;
    private final JdbcChanges changes;

    private JdbcBackend(CatalogConfig config, HikariDataSource connections, JdbcTables tables, FileIO io) {
        this.config = config;
        this.connections = connections;
        this.tables = tables;
        this.io = io;
        this.reader = new MetadataReader(io, config.metadataBytes(), config.secrets());
        this.changes = new JdbcChanges(connections, config.secrets());
    }

    /** Connects, and finds out which version of Iceberg's tables is there. */
    static JdbcBackend open(CatalogConfig config, FileIO io) throws SQLException {
        boolean create = Boolean.parseBoolean(config.properties().get("jdbc.init-catalog-tables"));
        if (create) {
            createTables(config, io);
        } else {
            SqliteFiles.requireThere(config);
        }
        Properties driver = driverProperties(config);
        // not by the pool: that would try again for a while, where a wrong password or file shall be told at once
        try (Connection first = DriverManager.getConnection(uri(config), driver)) {
            JdbcTables tables = JdbcTables.find(first, config);
            return new JdbcBackend(config, pool(config, driver), tables, io);
        }
    }

    private static String uri(CatalogConfig config) {
        return config.properties().getOrDefault("uri", "");
    }

    private static void createTables(CatalogConfig config, FileIO io) {
        try (JdbcCatalog client = new JdbcCatalog(properties -> io, null, true)) {
            client.initialize(config.nameInBackend(), config.properties());
        }
    }

    private static Properties driverProperties(CatalogConfig config) {
        Properties driver = new Properties();
        if (uri(config).startsWith("jdbc:postgresql:")) {
            // frees the thread and the connection of a question that was left behind
            driver.setProperty(
                    "socketTimeout",
                    Long.toString(Math.max(1, config.timeLimit().toSeconds())));
        }
        config.properties().forEach((key, value) -> {
            if (key.startsWith("jdbc.") && !NOT_THE_DRIVERS.contains(key)) {
                driver.setProperty(key.substring("jdbc.".length()), value);
            }
        });
        return driver;
    }

    private static HikariDataSource pool(CatalogConfig config, Properties driver) {
        HikariConfig pool = new HikariConfig();
        pool.setPoolName("catalog-" + config.name());
        pool.setJdbcUrl(uri(config));
        pool.setDataSourceProperties(driver);
        pool.setMaximumPoolSize(CONNECTIONS);
        pool.setMinimumIdle(0);
        pool.setInitializationFailTimeout(-1);
        // Hikari takes nothing below 250 ms; half the limit leaves the other half for the question itself
        pool.setConnectionTimeout(Math.max(
                250, Math.min(MOST_MILLIS_TO_CONNECT, config.timeLimit().toMillis() / 2)));
        return new HikariDataSource(pool);
    }

    @Override
    public void probe() throws SQLException {
        try (Connection connection = connections.getConnection()) {
            tables.probe(connection);
        }
    }

    @Override
    public List<Namespace> namespaces(Request request) {
        Map<List<String>, Map<String, String>> found = request.ask("listing namespaces", () -> {
            try (Connection connection = connections.getConnection()) {
                return tables.namespaces(connection);
            }
        });
        return found.entrySet().stream()
                .map(entry -> new Namespace(entry.getKey(), entry.getValue()))
                .toList();
    }

    @Override
    public Optional<TablePage> page(List<String> namespace, Optional<String> after, int limit) throws SQLException {
        if (!tables.canPage()) {
            return Optional.empty();
        }
        if (!JdbcTables.canName(namespace)) {
            return Optional.of(new TablePage(List.of(), false));
        }
        try (Connection connection = connections.getConnection()) {
            // one row more than asked for tells whether there is a next page
            List<JdbcTables.Row> rows =
                    tables.page(connection, namespace, after, limit == Integer.MAX_VALUE ? limit : limit + 1);
            boolean more = rows.size() > limit;
            return Optional.of(new TablePage(
                    rows.stream().limit(limit).map(row -> entry(namespace, row)).toList(), more));
        }
    }

    @Override
    public OptionalLong count(List<String> namespace) throws SQLException {
        if (!tables.canPage()) {
            return OptionalLong.empty();
        }
        if (!JdbcTables.canName(namespace)) {
            return OptionalLong.of(0);
        }
        try (Connection connection = connections.getConnection()) {
            return OptionalLong.of(tables.count(connection, namespace));
        }
    }

    @Override
    public List<TableEntry> entries(List<String> namespace) throws SQLException {
        if (!JdbcTables.canName(namespace)) {
            return List.of();
        }
        try (Connection connection = connections.getConnection()) {
            return tables.all(connection, namespace).stream()
                    .map(row -> entry(namespace, row))
                    .toList();
        }
    }

    private TableEntry entry(List<String> namespace, JdbcTables.Row row) {
        return new TableEntry(
                new TableRef(config.name(), namespace, row.name()), row.type(), null, row.metadataLocation());
    }

    @Override
    public Optional<TableState> describe(TableRef ref) throws SQLException {
        return row(ref).map(row -> reader.read(ref, row.type(), row.metadataLocation()));
    }

    @Override
    public Optional<TableState> describe(TableEntry listed) throws SQLException {
        if (listed.metadataLocation() == null) {
            return describe(listed.ref());
        }
        try {
            return Optional.of(reader.read(listed.ref(), listed.type(), listed.metadataLocation()));
        } catch (StrandlineException e) {
            // the table may have moved on, or gone, and taken the file that was listed with it
            return describe(listed.ref());
        }
    }

    @Override
    public Optional<LoadedMetadata> metadata(TableEntry listed) throws SQLException {
        if (listed.type() != TableType.TABLE) {
            return Optional.empty();
        }
        try {
            if (listed.metadataLocation() != null) {
                return Optional.of(metadata(listed.ref(), listed.metadataLocation()));
            }
        } catch (StrandlineException e) {
            // as in describe
        }
        return row(listed.ref())
                .filter(row -> row.type() == TableType.TABLE)
                .map(row -> metadata(listed.ref(), row.metadataLocation()));
    }

    private LoadedMetadata metadata(TableRef ref, @Nullable String location) {
        return new LoadedMetadata(reader.table(ref, location), io, this);
    }

    @Override
    public Optional<TableEntry> find(TableRef ref) throws SQLException {
        return row(ref).map(row -> entry(ref.namespace(), row));
    }

    private Optional<JdbcTables.Row> row(TableRef ref) throws SQLException {
        if (!JdbcTables.canName(ref.namespace())) {
            return Optional.empty();
        }
        // the connection goes back before the metadata file is read
        try (Connection connection = connections.getConnection()) {
            return tables.find(connection, ref);
        }
    }

    @Override
    public boolean drop(TableRef ref) throws SQLException {
        Optional<JdbcTables.Row> row = row(ref);
        if (row.isEmpty()) {
            return false;
        }
        if (row.orElseThrow().type() != TableType.TABLE) {
            throw new StrandlineException(
                    ErrorCode.NOT_SUPPORTED, ref + " is a view; drop removes tables only. Nothing was changed.");
        }
        return changes.once("drop", ref, connection -> tables.delete(connection, ref));
    }

    @Override
    public Callable<Boolean> prepareCreation(TableRef ref, TargetTable target) throws SQLException {
        return commit().create(ref, row(ref), target);
    }

    @Override
    public Callable<Boolean> prepare(TableRef ref, @Nullable TableState planned, MetadataEdit edit)
            throws SQLException {
        return commit().change(ref, row(ref), planned, edit);
    }

    private JdbcCommit commit() {
        return new JdbcCommit(config, tables, changes, io);
    }

    @Override
    public <T> T withFiles(Function<FileIO, T> work) {
        return work.apply(io);
    }

    @Override
    public TableState read(TableRef as, String metadataFile) {
        return reader.read(as, TableType.TABLE, metadataFile);
    }

    @Override
    public Callable<Boolean> prepareRegistration(TableRef table, String metadataFile) throws SQLException {
        return new JdbcEntries(tables, changes).register(table, metadataFile);
    }

    @Override
    public Callable<Boolean> prepareRename(TableRef from, TableRef to) throws SQLException {
        return new JdbcEntries(tables, changes).rename(from, to);
    }

    /** Reads metadata files, and files of data for those that write. */
    FileIO io() {
        return io;
    }

    @Override
    public void close() {
        try {
            connections.close();
        } finally {
            io.close();
        }
    }
}
