package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Writes tables of a catalog through the table format's own library: for an adapter that brings that library and makes the files.
 * The catalog gives it the table, and commits. Thread-safe.
 */
public interface TableWrites {
    /**
     * The table as it is now, to look at and to make files for. What is committed to the library's table itself is refused:
     * {@link #commit} is the way.
     *
     * @return empty if there is no table of that name, or it is a view
     * @throws io.strandline.common.StrandlineException {@code METADATA_MISSING}, {@code METADATA_UNREADABLE}, {@code BACKEND}
     */
    Optional<OpenTable> open(TableRef table, CallContext call);

    /**
     * Changes a table as one commit: all that {@code edit} commits to the library's table is made ready on the newest metadata
     * there is, then sent once (CAT-18). What was written meanwhile for a commit that is not made is taken away again; files that
     * were there before stay.
     *
     * @param edit what changes the table; false if there is nothing to commit. It may be called on a thread of the catalog's. What
     *     it throws comes out as it is, and nothing was changed
     * @return whether something was committed
     * @throws io.strandline.common.StrandlineException {@code NO_SUCH_TABLE}; {@code CONFLICT} if somebody else was faster,
     *     nothing was changed; {@code OUTCOME_UNKNOWN} if the answer was lost; {@code REFUSED} if the table format does not take
     *     it; as {@link #open}
     */
    boolean commit(TableRef table, Predicate<OpenTable> edit, CallContext call);
}
