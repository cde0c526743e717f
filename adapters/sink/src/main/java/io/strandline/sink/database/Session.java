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
    private final DatabaseKind kind;
    private final DatabaseSettings settings;
    private @Nullable Connection connection;
    private boolean inTransaction;

    Session(DatabaseKind kind, DatabaseSettings settings) {
        this.kind = kind;
        this.settings = settings;
    }

    /** Reads a row. */
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    Connection connection() throws SQLException {
        if (connection == null) {
            connection = kind.connect(settings);
        }
        return connection;
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
        if (inTransaction && connection != null) {
            connection.commit();
            inTransaction = false;
            connection.setAutoCommit(true);
        }
    }

    /** Undoes what is not committed; a connection that cannot is closed, which does the same. */
    void rollBack() {
        if (inTransaction && connection != null) {
            try {
                connection.rollback();
                connection.setAutoCommit(true);
            } catch (SQLException e) {
                close();
            }
            inTransaction = false;
        }
    }

    long update(String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection().prepareStatement(sql)) {
            bind(statement, parameters);
            return kind.affected(connection(), statement.executeLargeUpdate());
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
        Connection open = connection;
        connection = null;
        inTransaction = false;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                // whatever it held ends with it
                return;
            }
        }
    }
}
