package io.strandline.sink;

/** What a page that failed leaves behind (SNK-23). */
public enum BatchAtomicity {
    /** Nothing. */
    ATOMIC,
    /** Rows as their outcomes say; nothing if the call as a whole fails. */
    PER_ROW,
    /** Possibly some rows. */
    BEST_EFFORT
}
