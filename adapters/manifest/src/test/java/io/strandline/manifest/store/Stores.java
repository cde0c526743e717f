package io.strandline.manifest.store;

import io.strandline.fixtures.SharedPostgresql;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** Fresh stores for tests, on files and on one PostgreSQL that lives as long as the test's JVM. */
public final class Stores {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private Stores() {}

    /** A new store with the index's tables. */
    public static StoreDatabase open(Dialect dialect, Path directory) {
        int number = NUMBER.incrementAndGet();
        StoreOptions options = switch (dialect) {
            case SQLITE -> StoreOptions.of("jdbc:sqlite:" + directory.resolve("store" + number + ".db"));
            case POSTGRESQL -> StoreOptions.of(SharedPostgresql.freshUrl()).withReaders(4);
        };
        return StoreDatabase.open(options, "manifest");
    }
}
