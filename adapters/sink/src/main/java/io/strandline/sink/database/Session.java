package io.strandline.sink.database;

import io.strandline.sink.RoundTrips;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection of one driver, opened when it is needed; one thread at a time. */
final class Session implements AutoCloseable {
    private final Connections connections;
    private volatile @Nullable Connected connected;
    private volatile boolean stopped;
    private boolean inTransaction;

    Session(Connections connections) {
        this.connections = connections;
    }

    /** Reads a row. */
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    Connection connection() throws SQLException {
        Connected open = connected;
        if (open == null) {
            open = connections.open();
            connected = open;
        }
        return open.connection();
    }

    /** Ends what the database is doing for it; called from another thread. */
    void stop() throws SQLException {
        stopped = true;
        Connected open = connected;
        if (open != null) {
            open.stop();
        }
    }

    /** Whether it was ever stopped. */
    boolean isStopped() {
        return stopped;
    }

    /** Begins a transaction if none is open. */
    Connection begin(RoundTrips trips) throws SQLException {
        Connection open = connection();
        trips.count();
        if (!inTransaction) {
            open.setAutoCommit(false);
            inTransaction = true;
        }
        return open;
    }

    boolean isInTransaction() {
        return inTransaction;
    }

    void commit() throws SQLException {
        Connected open = connected;
        if (inTransaction && open != null) {
            open.connection().commit();
            inTransaction = false;
            open.connection().setAutoCommit(true);
        }
    }

    /** Undoes what is not committed; a connection that cannot is closed, which does the same. */
    void rollBack() {
        Connected open = connected;
        if (inTransaction && open != null) {
            try {
                open.connection().rollback();
                open.connection().setAutoCommit(true);
            } catch (SQLException e) {
                close();
            }
            inTransaction = false;
        }
    }

    long update(String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql)) {
            bind(statement, parameters);
            return connections.kind().affected(connection(), statement.executeLargeUpdate());
        }
    }

    void run(String sql) throws SQLException {
        try (Statement statement = connection().createStatement()) {
            statement.execute(sql);
        }
    }

    <T> List<T> query(String sql, Reader<T> reader, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                List<T> read = new ArrayList<>();
                while (rows.next()) {
                    read.add(reader.read(rows));
                }
                return read;
            }
        }
    }

    long count(String sql, @Nullable Object... parameters) throws SQLException {
        return query(sql, row -> row.getLong(1), parameters).get(0);
    }

    private static void bind(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
        for (int at = 0; at < parameters.length; at++) {
            statement.setObject(at + 1, parameters[at]);
        }
    }

    @Override
    public void close() {
        Connected open = connected;
        connected = null;
        inTransaction = false;
        if (open != null) {
            open.close();
        }
    }
}
