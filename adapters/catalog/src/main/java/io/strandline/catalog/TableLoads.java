package io.strandline.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Loads tables for a statement, each once however often the statement looks at it, and turns a table that cannot be read
 * into a value (CAT-13). What is kept for a statement is bounded at some 64 MB; beyond that a table may be loaded again, in the
 * state that the statement saw first ({@link SeenTables}).
 * States come from a cache over all statements where the catalog names the metadata file: first the entry is asked for,
 * so a statement never shows a state older than its own start. Thread-safe.
 */
public final class TableLoads {
    private static final Object KEY = new Object();
    private static final long MOST_BYTES = 64L << 20;

    /** Failures that are the statement's, not the table's. */
    private static final Set<ErrorCode> OF_THE_STATEMENT =
            EnumSet.of(ErrorCode.CANCELLED, ErrorCode.TIMED_OUT, ErrorCode.INTERNAL);

    private final Catalogs catalogs;
    private final StateCache states;

    /** Loads from those catalogs what that cache does not have. */
    public TableLoads(Catalogs catalogs, StateCache states) {
        this.catalogs = catalogs;
        this.states = states;
    }

    /** Whether a failure is about what was asked for, so that the rest of a listing stands. */
    public static boolean isOfTheObject(StrandlineException failure) {
        return !OF_THE_STATEMENT.contains(failure.code());
    }

    /** A listed table, if nothing has to be asked or read for it. */
    public Optional<LoadedTable> known(TableEntry listed, CallContext call) {
        return SeenTables.of(call).read(listed, states::get, TableLoads::fileOf).map(LoadedTable::of);
    }

    /** The entry of a name that was not listed; as the statement found it first. */
    public Optional<TableEntry> find(TableRef ref, CallContext call) {
        return SeenTables.of(call).find(ref, () -> catalogs.get(ref.catalog()).find(ref, call));
    }

    /**
     * The table.
     *
     * @param listed its entry in a listing of this statement; null if no listing was made
     * @return empty if there is none, also if it went away since it was listed
     * @throws StrandlineException if the statement was cancelled, or if the catalog does not tell whether there is one
     */
    public Optional<LoadedTable> load(TableRef ref, @Nullable TableEntry listed, CallContext call) {
        Cache<TableRef, Optional<LoadedTable>> loaded = call.once(KEY, TableLoads::newCache);
        Optional<LoadedTable> known = loaded.getIfPresent(ref);
        if (known != null) {
            return known;
        }
        Optional<LoadedTable> table = loadNow(ref, listed, call);
        Optional<LoadedTable> first = loaded.asMap().putIfAbsent(ref, table);
        return first == null ? table : first;
    }

    private Optional<LoadedTable> loadNow(TableRef ref, @Nullable TableEntry listed, CallContext call) {
        TableCatalog catalog = catalogs.get(ref.catalog());
        if (listed == null) {
            return catalog.namesMetadataFiles()
                    ? find(ref, call).flatMap(entry -> loadListed(catalog, entry, call))
                    : loadUnlisted(catalog, ref, call);
        }
        return loadListed(catalog, listed, call);
    }

    private Optional<LoadedTable> loadListed(TableCatalog catalog, TableEntry entry, CallContext call) {
        Optional<LoadedTable> known = known(entry, call);
        if (known.isPresent()) {
            return known;
        }
        try {
            Optional<TableState> state = described(catalog, entry, call);
            if (entry.metadataLocation() != null) {
                state.ifPresent(states::put);
            }
            return state.map(LoadedTable::of);
        } catch (StrandlineException e) {
            return Optional.of(unreadable(entry, e));
        }
    }

    /** In one question, where an entry would be as dear to find as its state. */
    private Optional<LoadedTable> loadUnlisted(TableCatalog catalog, TableRef ref, CallContext call) {
        try {
            return described(catalog, new TableEntry(ref, TableType.TABLE), call)
                    .map(LoadedTable::of);
        } catch (StrandlineException e) {
            if (!isOfTheObject(e)) {
                throw e;
            }
            return find(ref, call).map(entry -> unreadable(entry, e));
        }
    }

    private static Optional<TableState> described(TableCatalog catalog, TableEntry entry, CallContext call) {
        return SeenTables.of(call).read(entry, seen -> catalog.describe(seen, call), TableLoads::fileOf);
    }

    /** Of a table; a view has no files that are to agree with it. */
    private static @Nullable String fileOf(TableState state) {
        return state.type() == TableType.TABLE ? state.metadataLocation() : null;
    }

    private static LoadedTable unreadable(TableEntry entry, StrandlineException failure) {
        if (!isOfTheObject(failure)) {
            throw failure;
        }
        return new LoadedTable(entry.ref(), entry.type(), null, failure);
    }

    private static Cache<TableRef, Optional<LoadedTable>> newCache() {
        return Caffeine.newBuilder()
                .maximumWeight(MOST_BYTES)
                .<TableRef, Optional<LoadedTable>>weigher(
                        (ref, table) -> table.map(StateBytes::of).orElseGet(StateBytes::ofNothing))
                .executor(Runnable::run)
                .build();
    }
}
