package io.strandline.catalog.iceberg;

import io.strandline.catalog.TableType;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The two tables of Iceberg's JDBC catalog, as its source makes them: {@code iceberg_tables}, from version V1 on with the
 * column {@code iceberg_type}, and {@code iceberg_namespace_properties}. A namespace is its levels joined by dots, so one
 * with a dot in a level cannot be stored: there is none of that name, and none is mistaken for it.
 */
final class JdbcTables {
    private static final String WHERE = " FROM iceberg_tables WHERE catalog_name = ? AND table_namespace = ?";
    private static final String ONE = WHERE + " AND table_name = ?";
    /** Marks a namespace without properties; no property of anybody's. */
    private static final String EXISTS = "exists";

    private final String catalog;
    private final String database;
    private final boolean hasTypes;

    private JdbcTables(String catalog, String database, boolean hasTypes) {
        this.catalog = catalog;
        this.database = database;
        this.hasTypes = hasTypes;
    }

    /** A row of {@code iceberg_tables}. */
    record Row(String name, TableType type, @Nullable String metadataLocation) {}

    static JdbcTables find(Connection connection, CatalogConfig config) throws SQLException {
        boolean hasTypes = false;
        // asked of the database itself: what drivers tell of tables depends on schemas and on case
        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM iceberg_tables WHERE 1 = 0");
                ResultSet none = query.executeQuery()) {
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                hasTypes |= none.getMetaData().getColumnName(i).equalsIgnoreCase("iceberg_type");
            }
        } catch (SQLException e) {
            if (LostAnswers.isAnswer(e)) {
                throw new StrandlineException(
                        ErrorCode.BACKEND,
                        "catalog " + SqlNames.quoteIfNeeded(config.name())
                                + ": its database has no readable table iceberg_tables ("
                                + config.secrets().describe(e)
                                + "). Check uri, or set jdbc.init-catalog-tables to true to make a new catalog there.",
                        e);
            }
            throw e;
        }
        return new JdbcTables(config.nameInBackend(), connection.getMetaData().getDatabaseProductName(), hasTypes);
    }

    /** Whether the catalog can have a namespace of those levels. */
    static boolean canName(List<String> namespace) {
        return namespace.stream().noneMatch(level -> level.isEmpty() || level.contains("."));
    }

    void probe(Connection connection) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT 1 FROM iceberg_tables WHERE catalog_name = ? LIMIT 1")) {
            query.setString(1, catalog);
            query.executeQuery().close();
        }
    }

    /** Whether the database can order names by code point. */
    boolean canPage() {
        return collation() != null;
    }

    private @Nullable String collation() {
        return switch (database) {
            case "SQLite" -> "BINARY";
            case "PostgreSQL" -> "\"C\"";
            default -> null;
        };
    }

    List<Row> page(Connection connection, List<String> namespace, Optional<String> after, int limit)
            throws SQLException {
        String name = "table_name COLLATE " + collation();
        String sql = select() + WHERE + (after.isPresent() ? " AND " + name + " > ?" : "") + " ORDER BY " + name
                + " LIMIT " + limit;
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            bind(query, namespace);
            if (after.isPresent()) {
                query.setString(3, after.orElseThrow());
            }
            return rows(query);
        }
    }

    long count(Connection connection, List<String> namespace) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement("SELECT COUNT(*)" + WHERE)) {
            bind(query, namespace);
            try (ResultSet counted = query.executeQuery()) {
                counted.next();
                return counted.getLong(1);
            }
        }
    }

    List<Row> all(Connection connection, List<String> namespace) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(select() + WHERE)) {
            bind(query, namespace);
            return rows(query);
        }
    }

    Optional<Row> find(Connection connection, TableRef ref) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(select() + ONE)) {
            bind(query, ref.namespace());
            query.setString(3, ref.name());
            return rows(query).stream().findFirst();
        }
    }

    boolean delete(Connection connection, TableRef ref) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE" + ONE + tablesOnly())) {
            bind(delete, ref.namespace());
            delete.setString(3, ref.name());
            return delete.executeUpdate() > 0;
        }
    }

    /** Lets the table's row name another metadata file, if it still names that one; whether it did. */
    boolean swap(Connection connection, TableRef ref, String from, String to) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE iceberg_tables SET metadata_location = ?, previous_metadata_location = ?"
                        + " WHERE catalog_name = ? AND table_namespace = ? AND table_name = ?"
                        + " AND metadata_location = ?" + tablesOnly())) {
            update.setString(1, to);
            update.setString(2, from);
            update.setString(3, catalog);
            update.setString(4, String.join(".", ref.namespace()));
            update.setString(5, ref.name());
            update.setString(6, from);
            return update.executeUpdate() > 0;
        }
    }

    /** Gives the table's row another name; whether there was one. */
    boolean rename(Connection connection, TableRef from, TableRef to) throws SQLException {
        try (PreparedStatement update =
                connection.prepareStatement("UPDATE iceberg_tables SET table_namespace = ?, table_name = ?"
                        + " WHERE catalog_name = ? AND table_namespace = ? AND table_name = ?" + tablesOnly())) {
            update.setString(1, String.join(".", to.namespace()));
            update.setString(2, to.name());
            update.setString(3, catalog);
            update.setString(4, String.join(".", from.namespace()));
            update.setString(5, from.name());
            return update.executeUpdate() > 0;
        }
    }

    /** Makes the table's row. */
    void insert(Connection connection, TableRef ref, String location) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name, metadata_location"
                        + (hasTypes ? ", iceberg_type) VALUES (?, ?, ?, ?, 'TABLE')" : ") VALUES (?, ?, ?, ?)"))) {
            insert.setString(1, catalog);
            insert.setString(2, String.join(".", ref.namespace()));
            insert.setString(3, ref.name());
            insert.setString(4, location);
            insert.executeUpdate();
        }
    }

    /** A table whose metadata lies below that place, whatever its name. */
    Optional<String> ofPlace(Connection connection, String place) throws SQLException {
        String below = place.replaceFirst("/+$", "") + "/";
        try (PreparedStatement query =
                connection.prepareStatement("SELECT table_namespace, table_name FROM iceberg_tables"
                        + " WHERE catalog_name = ? AND substr(metadata_location, 1, ?) = ?")) {
            query.setString(1, catalog);
            query.setInt(2, below.codePointCount(0, below.length()));
            query.setString(3, below);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1) + "." + rows.getString(2)) : Optional.empty();
            }
        }
    }

    private String tablesOnly() {
        return hasTypes ? " AND (iceberg_type = 'TABLE' OR iceberg_type IS NULL)" : "";
    }

    private void bind(PreparedStatement statement, List<String> namespace) throws SQLException {
        statement.setString(1, catalog);
        statement.setString(2, String.join(".", namespace));
    }

    private String select() {
        return "SELECT table_name, metadata_location" + (hasTypes ? ", iceberg_type" : "");
    }

    private List<Row> rows(PreparedStatement query) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (ResultSet found = query.executeQuery()) {
            while (found.next()) {
                boolean view = hasTypes && "VIEW".equals(found.getString(3));
                rows.add(new Row(found.getString(1), view ? TableType.VIEW : TableType.TABLE, found.getString(2)));
            }
        }
        return rows;
    }

    /** By levels; those above one that is there are there too. */
    Map<List<String>, Map<String, String>> namespaces(Connection connection) throws SQLException {
        Map<List<String>, Map<String, String>> found = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT DISTINCT table_namespace FROM iceberg_tables WHERE catalog_name = ?")) {
            query.setString(1, catalog);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    addWithParents(found, rows.getString(1));
                }
            }
        }
        try (PreparedStatement query = connection.prepareStatement("SELECT namespace, property_key, property_value"
                + " FROM iceberg_namespace_properties WHERE catalog_name = ?")) {
            query.setString(1, catalog);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    Map<String, String> properties = addWithParents(found, rows.getString(1));
                    String value = rows.getString(3);
                    if (value != null && !rows.getString(2).equals(EXISTS)) {
                        properties.put(rows.getString(2), value);
                    }
                }
            }
        }
        return found;
    }

    private static Map<String, String> addWithParents(Map<List<String>, Map<String, String>> found, String namespace) {
        List<String> levels = namespace.isEmpty() ? List.of() : Arrays.asList(namespace.split("\\.", -1));
        for (int depth = 1; depth < levels.size(); depth++) {
            found.computeIfAbsent(List.copyOf(levels.subList(0, depth)), parent -> new HashMap<>());
        }
        return found.computeIfAbsent(List.copyOf(levels), self -> new HashMap<>());
    }
}
