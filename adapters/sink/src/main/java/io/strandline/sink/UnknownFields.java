package io.strandline.sink;

/** What a sink does with a column that its destination does not have, where the run's rules let it pass (SNK-1). */
public enum UnknownFields {
    /** The page is refused. */
    REFUSED,
    /** They are left out, and the run says so. */
    DROPPED,
    /** They are kept as they are: the destination has no schema. */
    KEPT
}
