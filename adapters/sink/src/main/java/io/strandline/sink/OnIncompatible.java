package io.strandline.sink;

import io.strandline.common.Text;

/** What a run does with a column whose type its destination cannot follow without losing values (SNK-9). */
public enum OnIncompatible {
    /** The run fails before the page is written. */
    FAIL,
    /** Puts the rows that have a value there into quarantine. */
    QUARANTINE;

    /** As options and tables spell it. */
    public String text() {
        return Text.lower(name());
    }
}
