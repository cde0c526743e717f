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
 * into a value (CAT-13). What is kept for a statement is bounded at some 64 MB; beyond that a table may be loaded again.
 * Thread-safe, stateless: what is loaded belongs to the statement.
 */
public final class TableLoads {
    private static final Object KEY = new Object();
    private static final long MOST_BYTES = 64L << 20;
    private static final int BYTES_OF_A_TABLE = 1000;
    private static final int BYTES_OF_A_COLUMN = 300;
    private static final int BYTES_OF_A_SNAPSHOT = 1500;

    /** Failures that are the statement's, not the table's. */
    private static final Set<ErrorCode> OF_THE_STATEMENT =
            EnumSet.of(ErrorCode.CANCELLED, ErrorCode.TIMED_OUT, ErrorCode.INTERNAL);

    private final Catalogs catalogs;

    /** Loads from those catalogs. */
    public TableLoads(Catalogs catalogs) {
        this.catalogs = catalogs;
    }

    /** Whether a failure is about what was asked for, so that the rest of a listing stands. */
    public static boolean isOfTheObject(StrandlineException failure) {
        return !OF_THE_STATEMENT.contains(failure.code());
    }

    /**
     * The table.
     *
     * @param listed what a listing of this statement says it is; null if no listing was made
     * @return empty if there is none, also if it went away since it was listed
     * @throws StrandlineException if the statement was cancelled, or if the catalog does not tell whether there is one
     */
    public Optional<LoadedTable> load(TableRef ref, @Nullable TableType listed, CallContext call) {
        Cache<TableRef, Optional<LoadedTable>> loaded = call.once(KEY, TableLoads::newCache);
        Optional<LoadedTable> known = loaded.getIfPresent(ref);
        if (known != null) {
            return known;
        }
        Optional<LoadedTable> table = loadNow(ref, listed, call);
        Optional<LoadedTable> first = loaded.asMap().putIfAbsent(ref, table);
        return first == null ? table : first;
    }

    private Optional<LoadedTable> loadNow(TableRef ref, @Nullable TableType listed, CallContext call) {
        TableCatalog catalog = catalogs.get(ref.catalog());
        try {
            return catalog.describe(ref, call).map(state -> new LoadedTable(ref, state.type(), state, null));
        } catch (StrandlineException e) {
            if (!isOfTheObject(e)) {
                throw e;
            }
            Optional<TableType> type = listed == null ? catalog.find(ref, call) : Optional.of(listed);
            return type.map(entry -> new LoadedTable(ref, entry, null, e));
        }
    }

    private static Cache<TableRef, Optional<LoadedTable>> newCache() {
        return Caffeine.newBuilder()
                .maximumWeight(MOST_BYTES)
                .<TableRef, Optional<LoadedTable>>weigher(
                        (ref, table) -> table.map(TableLoads::bytesOf).orElse(BYTES_OF_A_TABLE))
                .executor(Runnable::run)
                .build();
    }

    private static int bytesOf(LoadedTable table) {
        TableState state = table.state();
        return state == null
                ? BYTES_OF_A_TABLE
                : BYTES_OF_A_TABLE
                        + state.columns().size() * BYTES_OF_A_COLUMN
                        + Math.min(state.snapshots().size(), 1 << 20) * BYTES_OF_A_SNAPSHOT;
    }
}
