package io.strandline.jdbc.internal.wire;

/** What is at stake when the answer to a request is lost. */
public enum Effect {
    /** Nothing: it may be asked again. */
    READ,
    /** The statement may have taken effect or not: 40003. */
    CHANGE
}
