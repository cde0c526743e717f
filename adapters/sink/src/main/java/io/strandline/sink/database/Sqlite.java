package io.strandline.sink.database;

import static java.util.Objects.requireNonNull;

import io.strandline.sink.NativeLoad;
import io.strandline.sink.Page;
import io.strandline.sink.RunId;
import io.strandline.sink.SchemaEvolution;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.BusyHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.TransactionMode;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;

/** SQLite: one writer at a time, whose transactions are immediate. */
final class Sqlite implements DatabaseKind {
    private static final Duration BUSY_FOR = Duration.ofSeconds(10);

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
    public Connected connect(DatabaseSettings settings) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setTransactionMode(TransactionMode.IMMEDIATE);
        // SQLite looks at foreign keys only where it is asked to; the URL is stronger
        config.enforceForeignKeys(true);
        // its table is there already: a file that is not would only be made to be empty
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        SQLiteConnection connection = (SQLiteConnection) config.createConnection(settings.url());
        SqlitePatience patience = new SqlitePatience(BUSY_FOR);
        BusyHandler.setHandler(connection, patience);
        return new Connected(connection, () -> {
            patience.end();
            connection.getDatabase().interrupt();
        });
    }

    @Override
    public boolean readersBlockWriters() {
        return true;
    }

    /** Whole numbers and texts are kept as they are compared; all else may be written in several ways. */
    @Override
    public boolean finds(DatabaseTable.Column column) {
        return switch (SqliteTypes.affinity(column.typeText())) {
            case INTEGER, TEXT -> true;
            case BLOB, REAL, NUMERIC -> false;
        };
    }

    @Override
    public Optional<DatabaseTable> describe(Connection connection, String schema, String table) throws SQLException {
        return SqliteTables.describe(connection, schema, table);
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
    public List<NativeLoad> nativeLoads() {
        return List.of();
    }

    @Override
    public long loadCsv(Connection connection, String target, List<String> columns, InputStream csv) {
        throw new IllegalStateException("it parses nothing itself");
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
    public String shown(DatabaseTable.Column column, String prefixed) {
        return prefixed;
    }

    @Override
    public String replaced(String pageTable, List<String> key) {
        throw new IllegalStateException("it writes row by row, the last of a key last");
    }

    @Override
    public boolean isSameType(String one, String other) {
        return SqliteTypes.affinity(one) == SqliteTypes.affinity(other);
    }

    /** Only by the affinity: each other makes numbers of texts, or reals of whole numbers. */
    @Override
    public boolean holds(String wide, String narrow) {
        return isSameType(wide, narrow);
    }

    @Override
    public String retyped(String quotedTable, DatabaseTable.Column column) {
        throw new IllegalStateException("types that hold alike are the same");
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
        return SqliteTables.cascades(connection, schema, table);
    }

    @Override
    public String temporary(String table) {
        return "temp." + table;
    }

    @Override
    public String place() {
        return "rowid";
    }

    @Override
    public String isAmong(String places) {
        return "rowid IN (" + places + ")";
    }

    @Override
    public void analyze(Connection connection, String quoted) {
        // its statements are planned without statistics
    }

    @Override
    public String clear(String temporaryTable) {
        return "DELETE FROM " + temporaryTable;
    }

    @Override
    public List<String> evolution(String quotedTable, DatabaseTable live, SchemaEvolution evolution) {
        return SqliteEvolution.statements(quotedTable, live, evolution);
    }
}
