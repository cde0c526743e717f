package io.strandline.catalog;

import java.util.Optional;
import java.util.Set;

/**
 * Which files of a table a statement wants, and what of them.
 *
 * @param snapshotId of which snapshot; empty for the current one
 * @param parts what will be looked at
 * @param among what a file must be one of
 */
public record FilesWanted(Optional<Long> snapshotId, Set<Part> parts, Among among) {
    public FilesWanted {
        parts = Set.copyOf(parts);
    }

    /**
     * What a file must be one of; a help that may be passed over. Each is empty if any may do.
     *
     * @param partitions as {@link FileState#partition} writes them
     * @param contents as {@link FileState#content} names them
     * @param specIds partition specs
     * @param locations as stored
     */
    public record Among(
            Optional<Set<String>> partitions,
            Optional<Set<String>> contents,
            Optional<Set<Integer>> specIds,
            Optional<Set<String>> locations) {
        /** Any file. */
        public static final Among ANY =
                new Among(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

        public Among {
            partitions = partitions.map(Set::copyOf);
            contents = contents.map(Set::copyOf);
            specIds = specIds.map(Set::copyOf);
            locations = locations.map(Set::copyOf);
        }
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
