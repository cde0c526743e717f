package io.strandline.sink.store;

import io.strandline.fixtures.SharedPostgresql;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Fresh stores for tests, on files and on one PostgreSQL that lives as long as the test's JVM. */
public final class Stores {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Stores() {}

    /** Where a new store can be. */
    public static StoreOptions place(Dialect dialect) {
        int number = NUMBER.incrementAndGet();
        return switch (dialect) {
            case SQLITE -> StoreOptions.of("jdbc:sqlite:" + directory().resolve("store" + number + ".db"));
            case POSTGRESQL -> StoreOptions.of(SharedPostgresql.freshUrl()).withReaders(4);
        };
    }

    /** The store at that place, with the tables of sinks. */
    static StoreDatabase open(StoreOptions place) {
        return StoreDatabase.open(place, "sink");
    }

    private static Path directory() {
        try {
            return Files.createTempDirectory(Path.of("target"), "stores");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The server of all of them. */
    public static EmbeddedPostgres postgresql() {
        return SharedPostgresql.server();
    }
}
