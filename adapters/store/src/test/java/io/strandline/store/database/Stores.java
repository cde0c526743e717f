package io.strandline.store.database;

import io.strandline.fixtures.SharedPostgresql;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** Fresh stores for tests, on files and on one PostgreSQL that lives as long as the test's JVM. */
final class Stores {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Stores() {}

    /** A store that is not there yet. */
    static StoreOptions fresh(Dialect dialect, Path directory) {
        int number = NUMBER.incrementAndGet();
        return switch (dialect) {
            case SQLITE -> StoreOptions.of("jdbc:sqlite:" + directory.resolve("store" + number + ".db"));
            case POSTGRESQL -> StoreOptions.of(SharedPostgresql.freshUrl()).withReaders(4);
        };
    }

    /** The server, started by the first who asks. */
    static EmbeddedPostgres postgresql() {
        return SharedPostgresql.server();
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
