package io.strandline.reconcile;

import io.strandline.catalog.TableEntry;
import io.strandline.registry.RegisteredPlace;
import org.jspecify.annotations.Nullable;

/**
 * A name of the catalog, of the registry, or of both; not null in both.
 *
 * @param entry null if the listing does not have it
 * @param registered null if no registration has it
 */
record Pair(@Nullable TableEntry entry, @Nullable RegisteredPlace registered) {
    Pair {
        if (entry == null && registered == null) {
            throw new IllegalArgumentException("neither side has the name");
        }
    }

    /** Exact name. */
    String name() {
        return registered != null
                ? registered.table()
                : entry != null ? entry.ref().name() : "";
    }
}
