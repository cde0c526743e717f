package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;

/**
 * Changes of a catalog's entries that leave the tables' files alone. Each is sent once; {@code OUTCOME_UNKNOWN} says that its
 * answer was lost (CAT-18), {@code NOT_SUPPORTED} that the catalog has no such change.
 */
public interface EntryChanges {
    /**
     * The state in a metadata file, as the table of that name would have it.
     *
     * @throws io.strandline.common.StrandlineException {@code METADATA_MISSING}, {@code METADATA_UNREADABLE}
     */
    TableState read(TableRef as, String metadataFile, CallContext call);

    /**
     * Makes an entry that names that metadata file.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFLICT} if the name is taken, {@code NO_SUCH_SCHEMA}
     */
    void register(TableRef table, String metadataFile, CallContext call);

    /**
     * Gives an entry another name in the same catalog.
     *
     * @throws io.strandline.common.StrandlineException {@code CONFLICT} if the entry is gone or the name taken, {@code
     *     NO_SUCH_SCHEMA}
     */
    void rename(TableRef from, TableRef to, CallContext call);
}
