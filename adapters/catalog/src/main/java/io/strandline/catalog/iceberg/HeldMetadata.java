package io.strandline.catalog.iceberg;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.strandline.catalog.BackendCalls;
import io.strandline.catalog.SeenTables;
import io.strandline.catalog.TableEntry;
import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.iceberg.TableMetadata;

/**
 * The metadata of the tables whose files or rows a statement reads, each loaded once. Bounded: beyond some 32 MB, and some
 * hundreds of tables, since each may hold a client of its own, what was used longest ago is loaded again. Thread-safe.
 */
final class HeldMetadata {
    private static final long MOST_BYTES = 32L << 20;
    private static final int OF_A_TABLE = 64 << 10;
    private static final int OF_A_SNAPSHOT = 1500;

    private final Cache<TableRef, LoadedMetadata> held = Caffeine.newBuilder()
            .maximumWeight(MOST_BYTES)
            .<TableRef, LoadedMetadata>weigher((ref, loaded) -> bytes(loaded.metadata()))
            .executor(Runnable::run)
            .build();

    private HeldMetadata() {}

    /**
     * That of a table, in the state that the statement saw first ({@link SeenTables}); asked for if it is not held, and each
     * time if there is none.
     */
    static Optional<LoadedMetadata> get(
            TableEntry table, CallContext call, BackendCalls calls, Callable<Backend> opening) {
        Cache<TableRef, LoadedMetadata> held = call.once(HeldMetadata.class, HeldMetadata::new).held;
        LoadedMetadata known = held.getIfPresent(table.ref());
        if (known != null) {
            return Optional.of(known);
        }
        Optional<LoadedMetadata> loaded = SeenTables.of(call)
                .read(
                        table,
                        entry -> calls.read(
                                "reading the metadata of " + entry.ref(),
                                call,
                                () -> opening.call().metadata(entry)),
                        metadata -> metadata.metadata().metadataFileLocation());
        loaded.ifPresent(metadata -> held.put(table.ref(), metadata));
        return loaded;
    }

    private static int bytes(TableMetadata metadata) {
        long bytes = OF_A_TABLE + (long) OF_A_SNAPSHOT * metadata.snapshotLog().size();
        return (int) Math.min(Integer.MAX_VALUE, bytes);
    }
}
