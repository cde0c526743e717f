package io.strandline.catalog;

import io.strandline.common.SqlNames;
import java.time.Instant;

/** As of when a table is looked at: a snapshot, what a branch or tag names, or what was current at a time. */
public sealed interface TableVersion {
    /** What a message calls it. */
    String text();

    /** A snapshot by its id. */
    record OfSnapshot(long id) implements TableVersion {
        @Override
        public String text() {
            return "snapshot " + id;
        }
    }

    /** The head of a branch, or a tag. */
    record OfRef(String name) implements TableVersion {
        @Override
        public String text() {
            return "branch or tag " + SqlNames.quoteIfNeeded(name);
        }
    }

    /** The snapshot that was current at a time. */
    record OfTime(Instant at) implements TableVersion {
        @Override
        public String text() {
            return "snapshot of " + at;
        }
    }
}
