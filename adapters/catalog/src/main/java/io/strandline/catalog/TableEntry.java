package io.strandline.catalog;

import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * A name in a listing, and what kind of thing bears it.
 *
 * @param seen what the listing itself tells of the table, which then need not be described; null if it tells names only
 * @param metadataLocation the metadata file the listing names, or the statement looked at first, one whose content never changes, which {@link
 *     TableCatalog#describe(TableEntry, io.strandline.common.CallContext)} may read without asking for it again; null if it
 *     names none
 */
public record TableEntry(
        TableRef ref,
        TableType type,
        @Nullable Seen seen,
        @Nullable String metadataLocation) {
    /** An entry of a listing that tells names only. */
    public TableEntry(TableRef ref, TableType type) {
        this(ref, type, null, null);
    }

    /** The same name, to be looked at in the state of that metadata file. */
    TableEntry at(String file) {
        return new TableEntry(ref, type, null, file);
    }

    /**
     * What {@link TableState} says under the same names: as much as the engine would say if it were asked.
     *
     * @param location empty if the engine does not say
     * @param uuid null for a format that has none
     * @param external null if the engine does not say
     */
    public record Seen(
            String location,
            @Nullable String uuid,
            @Nullable Boolean external) {
        /** What a described table shows of itself. */
        public static Seen of(TableState state) {
            return new Seen(state.location(), state.uuid(), state.external().orElse(null));
        }
    }
}
