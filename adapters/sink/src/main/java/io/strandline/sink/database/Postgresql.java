package io.strandline.sink.database;

import io.strandline.sink.Page;
import io.strandline.sink.RunId;
import io.strandline.sink.SchemaEvolution;
import io.strandline.sqlkit.SqlType;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** PostgreSQL: pages go in by COPY. */
final class Postgresql implements DatabaseKind {
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

    /** Characters of a COPY that are sent at once. */
    private static final int CHUNK = 1 << 16;

    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public String urlPrefix() {
        return "jdbc:postgresql:";
    }

    @Override
    public String datasetUri(DatabaseSettings settings) {
        Properties parsed = Driver.parseURL(settings.url(), new Properties());
        if (parsed == null) {
            return "postgres:unknown";
        }
        String[] hosts = parsed.getProperty("PGHOST", "localhost").split(",", -1);
        String[] ports = parsed.getProperty("PGPORT", "5432").split(",", -1);
        return "postgres://" + hosts[0] + ":" + ports[0] + "/" + parsed.getProperty("PGDBNAME", "") + "."
                + settings.schema() + "." + settings.table();
    }

    @Override
    public boolean streamsInTransaction() {
        return true;
    }

    @Override
    public Connection connect(DatabaseSettings settings) throws SQLException {
        Properties properties = new Properties();
        put(properties, "user", settings.user());
        put(properties, "password", settings.password());
        properties.setProperty("ApplicationName", "strandline sink");
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("tcpKeepAlive", "true");
        // a lock that somebody holds is not waited for without end; options of the URL are stronger
        properties.setProperty("options", "-c lock_timeout=30s");
        Connection connection = new Driver().connect(settings.url(), properties);
        if (connection == null) {
            throw new SQLException("the URL is not one of PostgreSQL's", "08001");
        }
        try (Statement statement = connection.createStatement()) {
            // a lock that was waited for shows what the other committed only in this isolation
            statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED");
            statement.execute("SET TIME ZONE 'UTC'");
            statement.execute("SET client_min_messages = warning");
        }
        return connection;
    }

    private static void put(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.setProperty(name, value);
        }
    }

    @Override
    public Optional<DatabaseTable> describe(Connection connection, String schema, String table) throws SQLException {
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

    @Override
    public long load(Connection connection, String target, Page page, DatabaseTable table) throws SQLException {
        CopyIn copy = connection
                .unwrap(PGConnection.class)
                .getCopyAPI()
                .copyIn("COPY " + target + " (" + Sql.columns(page.schema().names(), "") + ") FROM STDIN");
        try {
            StringBuilder text = new StringBuilder(CHUNK + CHUNK / 4);
            for (@Nullable Object[] row : page.rows()) {
                for (int at = 0; at < row.length; at++) {
                    text.append(at == 0 ? "" : "\t");
                    PostgresqlTypes.append(text, row[at]);
                }
                text.append('\n');
                if (text.length() >= CHUNK) {
                    send(copy, text);
                }
            }
            send(copy, text);
            return copy.endCopy();
        } finally {
            if (copy.isActive()) {
                copy.cancelCopy();
            }
        }
    }

    private static void send(CopyIn copy, StringBuilder text) throws SQLException {
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        copy.writeToCopy(bytes, 0, bytes.length);
        text.setLength(0);
    }

    @Override
    public Optional<String> unsendable(List<DatabaseTable.Column> columns, @Nullable Object[] row) {
        for (int at = 0; at < row.length; at++) {
            String reason = PostgresqlTypes.unsendable(row[at], columns.get(at).timeDigits());
            if (reason != null) {
                return Optional.of("column " + columns.get(at).name() + " " + reason);
            }
        }
        return Optional.empty();
    }

    @Override
    public void lock(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + table + " IN SHARE ROW EXCLUSIVE MODE");
        }
    }

    @Override
    public String isSame() {
        return "IS NOT DISTINCT FROM";
    }

    @Override
    public String compared(DatabaseTable.Column column, String prefixed) {
        return column.comparable() ? prefixed : prefixed + "::text";
    }

    @Override
    public String overriding() {
        return " OVERRIDING SYSTEM VALUE";
    }

    @Override
    public long appendNoted(
            Connection connection, DatabaseTable table, JournalTable journal, List<String> columns, RunId run)
            throws SQLException {
        String sql = "WITH w AS (INSERT INTO " + Sql.quote(table.schema(), table.name()) + " ("
                + Sql.columns(columns, "") + ")" + overriding() + " SELECT " + Sql.columns(columns, "")
                + " FROM strandline_page RETURNING *) " + journal.insert() + " SELECT " + Sql.literal(run.text())
                + ", 'a', " + journal.columns("w.") + " FROM w";
        try (Statement statement = connection.createStatement()) {
            return statement.executeLargeUpdate(sql);
        }
    }

    @Override
    public String forUpdate() {
        return " FOR UPDATE";
    }

    @Override
    public long affected(Connection connection, long reported) {
        return reported;
    }

    @Override
    public Object parameter(Object value) {
        return value instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : value;
    }

    @Override
    public String indexed(String schema, String table) {
        return Sql.quote(schema, table);
    }

    @Override
    public void serialise(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))")) {
            statement.setString(1, "strandline.sink " + name);
            statement.execute();
        }
    }

    @Override
    public String stagingTable(String staging, String table) {
        return "CREATE TABLE " + staging + " (LIKE " + table
                + " INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING IDENTITY INCLUDING CONSTRAINTS INCLUDING INDEXES)";
    }

    @Override
    public List<String> cascades(Connection connection, String schema, String table) throws SQLException {
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

    @Override
    public String temporary(String table) {
        return "pg_temp." + table;
    }

    @Override
    public String clear(String temporaryTable) {
        return "TRUNCATE " + temporaryTable;
    }

    @Override
    public boolean evolves() {
        return true;
    }

    @Override
    public List<String> evolution(String quotedTable, DatabaseTable live, SchemaEvolution evolution) {
        return PostgresqlEvolution.statements(quotedTable, live, evolution);
    }
}
