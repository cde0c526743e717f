package io.strandline.sink;

import io.strandline.common.Text;

/** What a run does with a column that its destination does not have, or has in another type that could follow (SNK-9). */
public enum OnDrift {
    /** The run fails before the page is written. */
    FAIL,
    /** Says so once, and leaves unknown columns out. */
    WARN,
    /** Leaves unknown columns out. */
    IGNORE,
    /** Lets the destination follow; only for sinks that can. */
    EVOLVE,
    /** Puts the rows that have a value there into quarantine. */
    QUARANTINE;

    /** As options and tables spell it. */
    public String text() {
        return Text.lower(name());
    }
}
