package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.Location;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The files of a table in one state, and the store they lie in. Used by one thread. */
public interface TableContents {
    /** The state. */
    TableState state();

    /**
     * The manifests of some snapshots, and the files that are live in them, each manifest once.
     *
     * @param skipped manifests to leave out, by location
     * @param withFiles whether manifests are read; if not only they are named themselves
     * @throws io.strandline.common.StrandlineException {@code METADATA_MISSING}, {@code METADATA_UNREADABLE}
     */
    void files(
            Set<Long> snapshots, Set<String> skipped, boolean withFiles, Consumer<TableFile> visitor, CallContext call);

    /**
     * Everything below a directory, in any order, read as it is asked for. A store that lists by raw prefix may add what lies
     * beside it.
     *
     * @throws io.strandline.common.StrandlineException {@code NOT_SUPPORTED} if the store cannot list
     */
    Iterator<StoredFile> list(Location directory, CallContext call);

    /**
     * Deletes files; one that is gone already is no error.
     *
     * @throws io.strandline.common.StrandlineException {@code OUTCOME_UNKNOWN} if an answer was lost, {@code BACKEND} if some
     *     could not be deleted
     */
    void delete(List<String> locations, CallContext call);
}
