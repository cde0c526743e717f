package io.strandline.catalog;

import java.util.Optional;
import java.util.Set;

/**
 * Which files of a table a statement wants, and what of them.
 *
 * @param snapshotId of which snapshot; empty for the current one
 * @param parts what will be looked at
 * @param partitions partitions, as {@link FileState#partition} writes them, one of which a file must be in; a help that may
 *     be passed over; empty if any may do
 */
public record FilesWanted(Optional<Long> snapshotId, Set<Part> parts, Optional<Set<String>> partitions) {
    public FilesWanted {
        parts = Set.copyOf(parts);
        partitions = partitions.map(Set::copyOf);
    }

    /** What costs something to read. */
    public enum Part {
        LOCATION,
        PARTITION,
        STATISTICS,
        /** All that is not named here and not a number of every file. */
        DETAILS
    }
}
