package io.strandline.sink;

import io.strandline.common.Text;

/** What a keyed run does with a row whose key is missing or NULL (SNK-4). */
public enum OnMissingKey {
    /** It is a failed row. */
    FAIL,
    /** It is left out and counted. */
    SKIP;

    /** As options and tables spell it. */
    public String text() {
        return Text.lower(name());
    }
}
