package io.strandline.sink;

/** What becomes of a page one of whose rows cannot be written (SNK-3). */
public enum RowPolicy {
    /** The first row that fails fails the page: none of its rows is written. */
    WHOLE_PAGE,
    /** The others are written, and each row offered has an outcome. */
    PER_ROW
}
