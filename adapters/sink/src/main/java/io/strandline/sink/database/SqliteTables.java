package io.strandline.sink.database;

import io.strandline.common.Text;
import io.strandline.sqlkit.SqlType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What SQLite says of its tables. */
final class SqliteTables {
    private SqliteTables() {}

    static Optional<DatabaseTable> describe(Connection connection, String schema, String table) throws SQLException {
        List<DatabaseTable.Column> columns = new ArrayList<>();
        Map<Integer, String> primary = new TreeMap<>();
        String in = Sql.quote(schema) + ".";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA " + in + "table_xinfo(" + Sql.literal(table) + ")")) {
            while (row.next()) {
                SqlType type = SqliteTypes.type(row.getString("type"));
                boolean required = row.getBoolean("notnull");
                columns.add(new DatabaseTable.Column(
                        row.getString("name"),
                        row.getString("type"),
                        required ? type : type.orNull(),
                        row.getInt("hidden") != 0,
                        true,
                        DatabaseTable.NANOSECONDS));
                if (row.getInt("pk") > 0) {
                    primary.put(row.getInt("pk"), row.getString("name"));
                }
            }
        }
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        List<String> key = List.copyOf(primary.values());
        if (key.size() == 1) {
            columns.replaceAll(column -> column.name().equals(key.get(0)) ? rowNumber(column) : column);
        }
        List<Set<String>> unique = uniqueKeys(connection, in, table);
        if (!key.isEmpty()) {
            unique.add(Set.copyOf(key));
        }
        return Optional.of(new DatabaseTable(schema, table, columns, key, unique));
    }

    /** INTEGER PRIMARY KEY, spelled so, numbers rows and is never NULL; all others may be (SQLite, "CREATE TABLE", 3.5). */
    private static DatabaseTable.Column rowNumber(DatabaseTable.Column column) {
        return "integer".equals(Text.lower(column.typeText()))
                ? new DatabaseTable.Column(
                        column.name(),
                        column.typeText(),
                        SqlType.bigint(),
                        column.computed(),
                        column.comparable(),
                        column.timeDigits())
                : column;
    }

    private static List<Set<String>> uniqueKeys(Connection connection, String in, String table) throws SQLException {
        List<String> indexes = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA " + in + "index_list(" + Sql.literal(table) + ")")) {
            while (row.next()) {
                if (row.getBoolean("unique") && !row.getBoolean("partial")) {
                    indexes.add(row.getString("name"));
                }
            }
        }
        List<Set<String>> unique = new ArrayList<>();
        for (String index : indexes) {
            Set<@Nullable String> columns = new HashSet<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("PRAGMA " + in + "index_info(" + Sql.literal(index) + ")")) {
                while (row.next()) {
                    columns.add(row.getString("name"));
                }
            }
            if (!columns.contains(null)) {
                unique.add(columns.stream().map(String::valueOf).collect(Collectors.toUnmodifiableSet()));
            }
        }
        return unique;
    }

    /** Tables whose rows go or change with rows of that one; none where the connection does not look at foreign keys. */
    static List<String> cascades(Connection connection, String schema, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet on = statement.executeQuery("PRAGMA foreign_keys")) {
            if (!on.getBoolean(1)) {
                return List.of();
            }
        }
        String in = Sql.quote(schema) + ".sqlite_schema";
        try (PreparedStatement statement = connection.prepareStatement("SELECT DISTINCT m.name FROM " + in
                + " m, pragma_foreign_key_list(m.name, ?) f WHERE m.type = 'table' AND f.\"table\" = ? COLLATE NOCASE"
                + " AND f.on_delete IN ('CASCADE', 'SET NULL', 'SET DEFAULT') ORDER BY m.name")) {
            statement.setString(1, schema);
            statement.setString(2, table);
            try (ResultSet row = statement.executeQuery()) {
                List<String> names = new ArrayList<>();
                while (row.next()) {
                    names.add(row.getString(1));
                }
                return names;
            }
        }
    }
}
