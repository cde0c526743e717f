package io.strandline.catalog;

import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * A table that is there: its state, or why it could not be read (CAT-13). Exactly one of the two is null.
 *
 * @param type what the catalog's entry says it is
 */
public record LoadedTable(
        TableRef ref,
        TableType type,
        @Nullable TableState state,
        @Nullable StrandlineException failure) {
    /** One that could be read. */
    static LoadedTable of(TableState state) {
        return new LoadedTable(state.ref(), state.type(), state, null);
    }

    public LoadedTable {
        if ((state == null) == (failure == null)) {
            throw new IllegalArgumentException(ref + " has a state or a failure");
        }
    }
}
