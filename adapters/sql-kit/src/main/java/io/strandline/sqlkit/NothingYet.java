package io.strandline.sqlkit;

/**
 * What the rows of an {@link VirtualTable#isEndless endless} table throw when there is none yet: what was read so far can be
 * sent then, and the rows are asked again. No error, and so without a trace.
 */
public final class NothingYet extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Without a trace: it is thrown several times a second. */
    public NothingYet() {
        super("there is no row yet", null, false, false);
    }
}
