package io.strandline.sink;

/** What of a run that nobody ended is in its destination, as the destination itself tells (SNK-6). */
public enum Landing {
    /** Nothing, and nothing that is on its way any more. */
    NONE,
    /** Some of it; its tokens tell how much. */
    SOME,
    /** All that it wrote. */
    WHOLE,
    /** The destination does not tell. */
    UNTOLD
}
