package io.strandline.sink.database;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.NativeLoad;
import io.strandline.sink.Page;
import io.strandline.sink.RunId;
import io.strandline.sink.SchemaEvolution;
import io.strandline.sqlkit.SqlType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** PostgreSQL: pages go in by COPY. */
final class Postgresql implements DatabaseKind {
    private static final String SOCKET_TIMEOUT_SECONDS = "600";

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
    public Connected connect(DatabaseSettings settings) throws SQLException {
        Properties properties = new Properties();
        put(properties, "user", settings.user());
        put(properties, "password", settings.password());
        properties.setProperty("ApplicationName", "strandline sink");
        properties.setProperty("connectTimeout", "10");
        properties.setProperty("tcpKeepAlive", "true");
        // a server that is gone without a word; longer than its longest statement may take
        properties.setProperty("socketTimeout", SOCKET_TIMEOUT_SECONDS);
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
        return new Connected(connection, connection.unwrap(PGConnection.class)::cancelQuery);
    }

    @Override
    public boolean readersBlockWriters() {
        return false;
    }

    /** Where the type is its own: one that is shown as text, an enumeration say, compares otherwise; a real has other digits. */
    @Override
    public boolean finds(DatabaseTable.Column column) {
        return switch (column.type().kind()) {
            case BOOLEAN, INTEGER, BIGINT, DECIMAL, UUID, DATE, TIMESTAMP, LOCAL_TIMESTAMP -> true;
            case TEXT -> "text".equals(column.typeText()) || column.typeText().startsWith("character varying");
            case REAL, DOUBLE, TIME, BINARY, ARRAY, MAP, ROW -> false;
        };
    }

    private static void put(Properties properties, String name, @Nullable String value) {
        if (value != null) {
            properties.setProperty(name, value);
        }
    }

    @Override
    public Optional<DatabaseTable> describe(Connection connection, String schema, String table) throws SQLException {
        return PostgresqlTables.describe(connection, schema, table);
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
    public List<NativeLoad> nativeLoads() {
        return List.of(CsvLoad.FORMAT);
    }

    @Override
    public long loadCsv(Connection connection, String target, List<String> columns, InputStream csv)
            throws SQLException {
        try {
            return connection
                    .unwrap(PGConnection.class)
                    .getCopyAPI()
                    .copyIn(
                            "COPY " + target + " (" + Sql.columns(columns, "")
                                    + ") FROM STDIN (FORMAT csv, ENCODING 'UTF8')",
                            csv);
        } catch (IOException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "the CSV ended before its end: " + StrandlineException.describe(e) + ". Nothing of it is written.",
                    e);
        }
    }

    @Override
    public Optional<String> unsendable(List<DatabaseTable.Column> columns, @Nullable Object[] row) {
        for (int at = 0; at < row.length; at++) {
            String reason = PostgresqlTypes.unsendable(
                    row[at], columns.get(at).typeText(), columns.get(at).timeDigits());
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

    /** One that is shown as text is what its type writes; a cast to text may be another (an address gets its mask). */
    @Override
    public String shown(DatabaseTable.Column column, String prefixed) {
        return column.type().kind() != SqlType.Kind.TEXT || finds(column) ? prefixed : "format('%s', " + prefixed + ")";
    }

    /** A table that was emptied is filled from its first place on. */
    @Override
    public String replaced(String pageTable, List<String> key) {
        return "SELECT place FROM (SELECT row_number() OVER (ORDER BY ctid) AS place, row_number() OVER (PARTITION BY "
                + Sql.columns(key, "") + " ORDER BY ctid DESC) AS later FROM " + pageTable + ") p WHERE later > 1";
    }

    @Override
    public boolean isSameType(String one, String other) {
        return one.equals(other);
    }

    @Override
    public boolean holds(String wide, String narrow) {
        return isSameType(wide, narrow) || PostgresqlWidening.holds(wide, narrow);
    }

    @Override
    public String retyped(String quotedTable, DatabaseTable.Column column) {
        return "ALTER TABLE " + quotedTable + " ALTER COLUMN " + Sql.quote(column.name()) + " TYPE "
                + column.typeText();
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
        return PostgresqlTables.cascades(connection, schema, table);
    }

    @Override
    public String temporary(String table) {
        return "pg_temp." + table;
    }

    @Override
    public String place() {
        return "ctid";
    }

    @Override
    public String isAmong(String places) {
        return "ctid = ANY (ARRAY(" + places + "))";
    }

    @Override
    public void analyze(Connection connection, String quoted) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ANALYZE (SKIP_LOCKED) " + quoted);
        }
    }

    @Override
    public String clear(String temporaryTable) {
        return "TRUNCATE " + temporaryTable;
    }

    @Override
    public List<String> evolution(String quotedTable, DatabaseTable live, SchemaEvolution evolution) {
        return PostgresqlEvolution.statements(quotedTable, live, evolution);
    }
}
