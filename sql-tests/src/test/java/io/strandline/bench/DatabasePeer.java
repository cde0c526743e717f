package io.strandline.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** The floor of a log in the store: a table with the same columns and index, a connection, prepared statements. */
final class DatabasePeer implements EventPeer {
    private static final int PAGE = 1_000;
    private static final int SPREAD = 0x9E3779B1;

    private final Connection connection;
    private final boolean sqlite;
    private final PreparedStatement insert;
    private final PreparedStatement select;
    private long next;

    /** A table of its own in that database. */
    DatabasePeer(String url) throws SQLException {
        this.connection = DriverManager.getConnection(url);
        this.sqlite = url.startsWith("jdbc:sqlite:");
        String bytes = sqlite ? "BLOB" : "BYTEA";
        if (sqlite) {
            execute("PRAGMA journal_mode = WAL");
            execute("PRAGMA synchronous = FULL");
        }
        execute("CREATE TABLE floor (event_no BIGINT NOT NULL PRIMARY KEY, event_time BIGINT NOT NULL, key_hash BIGINT,"
                + " event_key " + bytes + ", event_value " + bytes + ")");
        execute("CREATE INDEX floor_by_key ON floor (key_hash, event_no)");
        this.insert = connection.prepareStatement("INSERT INTO floor VALUES (?, ?, ?, ?, ?)");
        this.select = connection.prepareStatement("SELECT event_no, event_time, event_key, event_value FROM floor"
                + " WHERE event_no >= ? AND event_no < ? ORDER BY event_no");
        select.setFetchSize(PAGE);
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void bind(Event event) throws SQLException {
        insert.setLong(1, next++);
        insert.setLong(2, next);
        // an index by hashes is written to everywhere
        insert.setLong(3, Integer.toUnsignedLong(Arrays.hashCode(event.key()) * SPREAD));
        insert.setBytes(4, event.key());
        insert.setBytes(5, event.value());
    }

    @Override
    public void publish(Event event) throws SQLException {
        bind(event);
        insert.executeUpdate();
    }

    @Override
    public void publishGroup(List<Event> events) throws SQLException {
        connection.setAutoCommit(false);
        for (Event event : events) {
            bind(event);
            insert.addBatch();
        }
        insert.executeBatch();
        connection.commit();
        connection.setAutoCommit(true);
    }

    @Override
    public long read(long from, long to) throws SQLException {
        long bytes = 0;
        // in a transaction pgjdbc fetches a page at a time
        connection.setAutoCommit(sqlite);
        select.setLong(1, from);
        select.setLong(2, to);
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                bytes += rows.getLong(1) < 0 || rows.getLong(2) < 0 || rows.getBytes(3) == null
                        ? 0
                        : rows.getBytes(4).length;
            }
        }
        connection.setAutoCommit(true);
        return bytes;
    }

    /** Of the whole database, in which the log's tables are too. */
    @Override
    public void settle() throws SQLException {
        if (!sqlite) {
            execute("ANALYZE");
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
