package io.strandline.sink.database;

import io.strandline.sqlkit.SqlType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What PostgreSQL says of its tables. */
final class PostgresqlTables {
    private static final String COLUMNS = """
            SELECT a.attname, t.typname, t.typcategory, a.atttypmod, a.attnotnull, a.attgenerated <> '',
              format_type(a.atttypid, a.atttypmod)
            FROM pg_attribute a
            JOIN pg_class c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'f')
            JOIN pg_namespace n ON n.oid = c.relnamespace
            JOIN pg_type t ON t.oid = a.atttypid
            WHERE n.nspname = ? AND c.relname = ? AND a.attnum > 0 AND NOT a.attisdropped
            ORDER BY a.attnum""";

    private static final String KEYS = """
            SELECT i.indexrelid, i.indisprimary, a.attname
            FROM pg_index i
            JOIN pg_class c ON c.oid = i.indrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            CROSS JOIN LATERAL unnest(i.indkey::int2[]) WITH ORDINALITY k(attnum, place)
            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.attnum
            WHERE n.nspname = ? AND c.relname = ? AND i.indisunique AND i.indisvalid AND i.indpred IS NULL
              AND i.indexprs IS NULL AND k.place <= i.indnkeyatts
            ORDER BY i.indexrelid, k.place""";

    private static final String CASCADES = """
            SELECT k.conrelid::regclass::text
            FROM pg_constraint k
            JOIN pg_class c ON c.oid = k.confrelid
            JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = ? AND c.relname = ? AND k.contype = 'f' AND k.confdeltype IN ('c', 'n', 'd')
            ORDER BY 1""";

    private PostgresqlTables() {}

    static Optional<DatabaseTable> describe(Connection connection, String schema, String table) throws SQLException {
        List<DatabaseTable.Column> columns = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
            statement.setString(1, schema);
            statement.setString(2, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    SqlType type = PostgresqlTypes.type(row.getString(2), row.getInt(4));
                    columns.add(new DatabaseTable.Column(
                            row.getString(1),
                            row.getString(7),
                            row.getBoolean(5) ? type : type.orNull(),
                            row.getBoolean(6),
                            PostgresqlTypes.isComparable(row.getString(2)),
                            PostgresqlTypes.timeDigits(row.getString(2), row.getInt(4))));
                }
            }
        }
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        List<String> primary = new ArrayList<>();
        Map<Long, Set<String>> unique = new LinkedHashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(KEYS)) {
            statement.setString(1, schema);
            statement.setString(2, table);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    unique.computeIfAbsent(row.getLong(1), index -> new HashSet<>())
                            .add(row.getString(3));
                    if (row.getBoolean(2)) {
                        primary.add(row.getString(3));
                    }
                }
            }
        }
        return Optional.of(new DatabaseTable(schema, table, columns, primary, List.copyOf(unique.values())));
    }

    /** Tables whose rows go or change with rows of that one. */
    static List<String> cascades(Connection connection, String schema, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CASCADES)) {
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
