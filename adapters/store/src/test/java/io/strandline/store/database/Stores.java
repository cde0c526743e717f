package io.strandline.store.database;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Fresh stores for tests, on files and on one PostgreSQL that lives as long as the test's JVM. */
final class Stores {
    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static @Nullable EmbeddedPostgres server;

    private Stores() {}

    /** A store that is not there yet. */
    static StoreOptions fresh(Dialect dialect, Path directory) {
        int number = NUMBER.incrementAndGet();
        return switch (dialect) {
            case SQLITE -> StoreOptions.of("jdbc:sqlite:" + directory.resolve("store" + number + ".db"));
            case POSTGRESQL ->
                StoreOptions.of(postgresql().getJdbcUrl("postgres", "postgres") + "&currentSchema=store" + number)
                        .withReaders(4);
        };
    }

    /** The server, started by the first who asks. */
    static synchronized EmbeddedPostgres postgresql() {
        if (server == null) {
            try {
                EmbeddedPostgres started = EmbeddedPostgres.builder().start();
                Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                    try {
                        started.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }));
                server = started;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return server;
    }

    /** Runs a statement on the server as its administrator. */
    static void execute(String sql) {
        try (Connection connection = postgresql().getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
