package io.strandline.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.strandline.common.TableRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * States of tables by the metadata file they were read from. Such a file never changes, so what is kept here is never
 * stale: a table that moved on has another file, and its listing says so. Whether the file is still there is not known
 * from here; a comparison and a repair read it again. Shared by all statements, bounded by bytes, thread-safe.
 */
public final class StateCache {
    private final Cache<Key, TableState> states;

    /** Keeps about so many bytes. */
    public StateCache(long mostBytes) {
        this.states = Caffeine.newBuilder()
                .maximumWeight(mostBytes)
                .<Key, TableState>weigher((key, state) -> StateBytes.of(state))
                .executor(Runnable::run)
                .build();
    }

    /** Keeps a quarter of the memory there is: with 512 MB some twenty thousand tables of twenty columns. */
    public static StateCache ofAQuarterOfTheHeap() {
        return new StateCache(Runtime.getRuntime().maxMemory() / 4);
    }

    /** Catalogs read by different means, so the file alone is no key; a renamed table keeps its file. */
    private record Key(TableRef ref, String metadataLocation) {}

    /** The state of a listed table; empty if the listing names no file or it was not read lately. */
    public Optional<TableState> get(TableEntry listed) {
        Key key = key(listed.ref(), listed.metadataLocation());
        return key == null ? Optional.empty() : Optional.ofNullable(states.getIfPresent(key));
    }

    /** Keeps what was read for a table whose entry names its file, under the file that it was read from. */
    void put(TableState state) {
        Key key = key(state.ref(), state.metadataLocation());
        if (key != null) {
            states.put(key, state);
        }
    }

    private static @Nullable Key key(TableRef ref, @Nullable String metadataLocation) {
        return metadataLocation == null ? null : new Key(ref, metadataLocation);
    }
}
