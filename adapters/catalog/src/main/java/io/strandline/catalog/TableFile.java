package io.strandline.catalog;

import java.util.Locale;

/**
 * A file that a table's metadata names.
 *
 * @param location as the metadata writes it
 */
public record TableFile(Kind kind, String location) {
    /** What it holds. */
    public enum Kind {
        /** Rows. */
        DATA,
        /** Positions of deleted rows, as a file or as a vector. */
        POSITION_DELETES,
        /** Values of deleted rows. */
        EQUALITY_DELETES,
        /** Names of data or delete files. */
        MANIFEST,
        /** Names of a snapshot's manifests. */
        MANIFEST_LIST,
        /** Statistics of a table or of its partitions. */
        STATISTICS,
        /** The metadata of a table as it was at some time. */
        METADATA;

        /** Lower case, as it is shown. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
