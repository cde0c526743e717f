package io.strandline.sqlkit;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * What the rows of an {@link VirtualTable#isEndless endless} table throw when there is none yet: what was read so far can be
 * sent then, and the rows are asked again. No error, and so without a trace.
 */
public final class NothingYet extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<CompletableFuture<Void>> more;

    /**
     * Without a trace: it is thrown several times a second.
     *
     * @param more as {@link #more()} gives it
     */
    public NothingYet(Supplier<CompletableFuture<Void>> more) {
        super("there is no row yet", null, false, false);
        this.more = more;
    }

    /**
     * Completes when it is worth to ask for a row again. It is not to be held up by what depends on it; who does not want it any
     * more completes or cancels it.
     */
    public CompletableFuture<Void> more() {
        return more.get();
    }
}
