package io.strandline.sink;

/** How often a row of a source lands when its pages are sent again (SNK-24). */
public enum Guarantee {
    /** Once: rows and how far they were read land together. */
    ATOMIC_WATERMARK,
    /** Once for each key: writing it again changes nothing. */
    KEYED_UPSERT,
    /** Once or more often. */
    AT_LEAST_ONCE;

    /** The strongest that a run in that mode has on such a sink. */
    public static Guarantee of(SinkDescription sink, WriteMode mode) {
        if (sink.has(Capability.COMMIT_TOKEN)) {
            return ATOMIC_WATERMARK;
        }
        return sink.dedupsByKey() && mode.isKeyed() ? KEYED_UPSERT : AT_LEAST_ONCE;
    }
}
