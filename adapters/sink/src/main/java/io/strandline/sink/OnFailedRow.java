package io.strandline.sink;

import io.strandline.common.Text;

/** What a run does with a row that the destination does not take. */
public enum OnFailedRow {
    /** The run fails with the first one, and nothing of its page is written. */
    FAIL,
    /** The others are written; the row is kept in {@code sink.row_errors} and counted as failed. */
    KEEP_GOING;

    /** As options and tables spell it. */
    public String text() {
        return Text.lower(name());
    }
}
