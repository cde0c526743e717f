package io.strandline.store.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears what gateways tell each other over PostgreSQL, on a connection and a thread of its own. Waiting asks the server nothing. */
final class PostgresqlListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresqlListener.class);
    private static final int LONGEST_WAIT_MILLIS = 10_000;
    private static final long PAUSE_MILLIS = 1_000;

    private final DataSource source;
    private final String channel;
    private final String prefix;
    private final List<Consumer<String>> hearers = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable Connection listening;

    private PostgresqlListener(DataSource source, String channel, String prefix) {
        this.source = source;
        this.channel = channel;
        this.prefix = prefix;
    }

    /**
     * Begins to listen.
     *
     * @param prefix of the messages that are meant
     */
    static PostgresqlListener begin(DataSource source, String channel, String prefix) {
        PostgresqlListener listener = new PostgresqlListener(source, channel, prefix);
        Thread thread = new Thread(listener::listenAlways, "store-listener-" + channel);
        thread.setDaemon(true);
        thread.start();
        return listener;
    }

    /** Gives the messages without their prefix to that too; nothing, when some may have been missed. */
    void add(Consumer<String> heard) {
        hearers.add(heard);
    }

    /** Whether nobody hears it any more. */
    boolean remove(Consumer<String> heard) {
        hearers.remove(heard);
        return hearers.isEmpty();
    }

    private void say(String message) {
        hearers.forEach(heard -> heard.accept(message));
    }

    private void listenAlways() {
        boolean warned = false;
        while (!isClosed()) {
            try (Connection connection = source.getConnection()) {
                listening = connection;
                warned = false;
                listen(connection);
            } catch (SQLException e) {
                if (!isClosed() && !warned) {
                    LOG.warn(
                            "What other gateways tell is not heard until PostgreSQL answers again: {}", e.getMessage());
                    warned = true;
                }
                pause();
            }
        }
    }

    private void listen(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("LISTEN " + channel);
        }
        say("");
        PGConnection notices = connection.unwrap(PGConnection.class);
        while (!isClosed()) {
            for (PGNotification notice : notices.getNotifications(LONGEST_WAIT_MILLIS)) {
                if (notice.getParameter().startsWith(prefix)) {
                    say(notice.getParameter().substring(prefix.length()));
                }
            }
        }
    }

    private void pause() {
        try {
            // ends early when it is closed
            boolean ended = closed.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
            LOG.debug("Listening again, unless it ended: {}.", ended);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed.countDown();
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    @Override
    public void close() {
        closed.countDown();
        Connection connection = listening;
        if (connection != null) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                LOG.debug("The listener's connection was gone already.", e);
            }
        }
    }
}
