package io.strandline.sink.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;

/** A connection, how to end what it is doing, and what follows its end. Its connection is used by one thread at a time. */
final class Connected implements AutoCloseable {
    private final Connection connection;
    private final Stop stop;
    private final Runnable released;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Ends a statement that is under way; nothing if none is. */
    interface Stop {
        void now() throws SQLException;
    }

    /** One whose end nobody waits for. */
    Connected(Connection connection, Stop stop) {
        this(connection, stop, () -> {});
    }

    private Connected(Connection connection, Stop stop, Runnable released) {
        this.connection = connection;
        this.stop = stop;
        this.released = released;
    }

    /** The same, whose end is told. */
    Connected releasing(Runnable told) {
        return new Connected(connection, stop, told);
    }

    Connection connection() {
        return connection;
    }

    /** Called from another thread: the statement that is under way fails. Nothing if the connection is closed meanwhile. */
    void stop() throws SQLException {
        try {
            stop.now();
        } catch (SQLException e) {
            if (!closed.get()) {
                throw e;
            }
        }
    }

    /** Whatever it held ends with it; nothing if it is closed. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            connection.close();
        } catch (SQLException e) {
            return; // it is gone
        } finally {
            released.run();
        }
    }
}
