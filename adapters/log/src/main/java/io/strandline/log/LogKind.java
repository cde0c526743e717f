package io.strandline.log;

import io.strandline.common.Text;

/** What a log keeps. */
public enum LogKind {
    /** Every record, until its time is over. Records have no keys. */
    APPEND_ONLY,
    /** The last value of each key (LOG-9). Every record has a key. */
    COMPACTED;

    /** As configuration and SQL write it. */
    public String text() {
        return Text.lower(name());
    }
}
