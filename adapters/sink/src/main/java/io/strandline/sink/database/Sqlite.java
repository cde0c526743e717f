package io.strandline.sink.database;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Text;
import io.strandline.sink.Page;
import io.strandline.sink.RunId;
import io.strandline.sink.SchemaEvolution;
import io.strandline.sqlkit.SqlType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.TransactionMode;

/** SQLite: one writer at a time, whose transactions are immediate. */
final class Sqlite implements DatabaseKind {
    private static final Pattern DECIMAL = Pattern.compile("(?:decimal|numeric)\\((\\d+)(?:,\\s*(\\d+))?\\)");
    private static final int BUSY_MILLIS = 10_000;

    @Override
    public String name() {
        return "sqlite";
    }

    @Override
    public String urlPrefix() {
        return "jdbc:sqlite:";
    }

    @Override
    public String datasetUri(DatabaseSettings settings) {
        String path = settings.url().substring(urlPrefix().length());
        int parameters = path.indexOf('?');
        return "sqlite:" + (parameters < 0 ? path : path.substring(0, parameters)) + "." + settings.schema() + "."
                + settings.table();
    }

    @Override
    public boolean streamsInTransaction() {
        return false;
    }

    @Override
    public Connection connect(DatabaseSettings settings) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        config.setBusyTimeout(BUSY_MILLIS);
        return config.createConnection(settings.url());
    }

    @Override
    public Optional<DatabaseTable> describe(Connection connection, String schema, String table) throws SQLException {
        List<DatabaseTable.Column> columns = new ArrayList<>();
        Map<Integer, String> primary = new TreeMap<>();
        String in = Sql.quote(schema) + ".";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA " + in + "table_xinfo(" + Sql.literal(table) + ")")) {
            while (row.next()) {
                SqlType type = type(row.getString("type"));
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

    /** What a declared type means by its affinity (SQLite documentation, "Datatypes", 3.1), more exactly where it says so. */
    private static SqlType type(String declared) {
        String type = Text.lower(declared);
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            String scale = decimal.group(2);
            return SqlType.decimal(Integer.parseInt(decimal.group(1)), scale == null ? 0 : Integer.parseInt(scale));
        }
        if (type.contains("int")) {
            return SqlType.bigint();
        }
        if (type.contains("char") || type.contains("clob") || type.contains("text") || type.isEmpty()) {
            return SqlType.text();
        }
        if (type.contains("blob")) {
            return SqlType.binary();
        }
        if (type.contains("real") || type.contains("floa") || type.contains("doub")) {
            return SqlType.float64();
        }
        return switch (type) {
            case "boolean" -> SqlType.bool();
            case "date" -> SqlType.date();
            case "time" -> SqlType.time();
            case "timestamp", "datetime" -> SqlType.localTimestamp();
            case "timestamptz" -> SqlType.timestamp();
            case "uuid" -> SqlType.uuid();
            default -> SqlType.text();
        };
    }

    @Override
    public long load(Connection connection, String target, Page page, DatabaseTable table) throws SQLException {
        String sql = "INSERT INTO " + target + " (" + Sql.columns(page.schema().names(), "") + ") VALUES ("
                + String.join(", ", Collections.nCopies(page.schema().size(), "?")) + ")";
        long loaded = 0;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (@Nullable Object[] row : page.rows()) {
                for (int at = 0; at < row.length; at++) {
                    statement.setObject(at + 1, SqliteValues.bound(row[at]));
                }
                loaded += Math.min(1, statement.executeUpdate());
            }
        }
        return loaded;
    }

    @Override
    public Optional<String> unsendable(List<DatabaseTable.Column> columns, @Nullable Object[] row) {
        for (int at = 0; at < row.length; at++) {
            String reason = SqliteValues.unsendable(columns.get(at), row[at]);
            if (reason != null) {
                return Optional.of("column " + columns.get(at).name() + " " + reason);
            }
        }
        return Optional.empty();
    }

    /** The transaction is the only one that writes. */
    @Override
    public void lock(Connection connection, String table) {}

    @Override
    public String isSame() {
        return "IS";
    }

    @Override
    public String compared(DatabaseTable.Column column, String prefixed) {
        return prefixed;
    }

    @Override
    public String overriding() {
        return "";
    }

    @Override
    public long appendNoted(
            Connection connection, DatabaseTable table, JournalTable journal, List<String> columns, RunId run)
            throws SQLException {
        // a trigger of this connection alone sees the rows as they are, whatever numbered or filled them
        String target = Sql.quote(table.schema(), table.name());
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMPORARY TRIGGER strandline_note AFTER INSERT ON " + target + " BEGIN "
                    + journal.insertUnqualified() + " VALUES (" + Sql.literal(run.text()) + ", 'a', "
                    + journal.columns("NEW.") + "); END");
            long reported = statement.executeLargeUpdate("INSERT INTO " + target + " (" + Sql.columns(columns, "")
                    + ") SELECT " + Sql.columns(columns, "") + " FROM strandline_page");
            long appended = affected(connection, reported);
            statement.execute("DROP TRIGGER strandline_note");
            return appended;
        }
    }

    @Override
    public String forUpdate() {
        return "";
    }

    /** The driver's own count has what triggers change in it. */
    @Override
    public long affected(Connection connection, long reported) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT changes()")) {
            return row.getLong(1);
        }
    }

    @Override
    public Object parameter(Object value) {
        return requireNonNull(SqliteValues.bound(value));
    }

    @Override
    public String indexed(String schema, String table) {
        return Sql.quote(table);
    }

    @Override
    public void serialise(Connection connection, String name) {}

    @Override
    public String stagingTable(String staging, String table) {
        return "CREATE TABLE " + staging + " AS SELECT t.* FROM " + table + " t WHERE 1 = 0";
    }

    @Override
    public List<String> cascades(Connection connection, String schema, String table) throws SQLException {
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

    @Override
    public String temporary(String table) {
        return "temp." + table;
    }

    @Override
    public String clear(String temporaryTable) {
        return "DELETE FROM " + temporaryTable;
    }

    @Override
    public boolean evolves() {
        return false;
    }

    @Override
    public List<String> evolution(String quotedTable, DatabaseTable live, SchemaEvolution evolution) {
        throw new IllegalStateException("its tables are not changed");
    }
}
