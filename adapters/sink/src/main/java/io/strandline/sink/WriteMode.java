package io.strandline.sink;

import io.strandline.common.Text;

/** What a run does to its destination. */
public enum WriteMode {
    /** Adds rows. */
    APPEND,
    /** Adds a row, or replaces the one that has its key. */
    UPSERT,
    /** Removes the row that has the key. */
    DELETE,
    /** Replaces all rows at the end of the run (SNK-7). */
    OVERWRITE;

    /** Whether rows are found by a key. */
    public boolean isKeyed() {
        return this == UPSERT || this == DELETE;
    }

    /** As options and tables spell it. */
    public String text() {
        return Text.lower(name());
    }
}
