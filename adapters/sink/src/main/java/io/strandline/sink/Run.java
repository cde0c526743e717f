package io.strandline.sink;

import java.io.InputStream;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * A run under way: pages in, then {@link #commit} or {@link #abort}. What it throws has ended it, as its record says, unless
 * it says otherwise. Used by one thread at a time; {@link #cancel} may come from any.
 */
public interface Run extends AutoCloseable {
    /** Its id. */
    RunId id();

    /** How it is now: with rows that were taken and land with what is to come. They count as failed if that fails. */
    RunRecord record();

    /** Rows of a page that was taken and is kept back until what follows it is known; asked by who writes. */
    long heldRows();

    /**
     * Rules, then writes a page; a larger one than a page may be is split (SNK-20, SNK-21).
     *
     * @throws io.strandline.common.StrandlineException what the rules, the driver or the accounting refuse
     */
    default void write(Page page) {
        write(page, null);
    }

    /**
     * Writes a page under a token. All pages under one token land together with it, when a later token or {@link #commit}
     * comes; a page whose token the scope has already is dropped and counted as such (SNK-5).
     *
     * @param token null for none; needs a scope
     */
    default void write(Page page, @Nullable CommitToken token) {
        write(page, Set.of(), token);
    }

    /**
     * The same for rows of which a part was read from the destination, where it was masked when it was written.
     *
     * @param unchanged columns that are not masked again
     */
    void write(Page page, Set<String> unchanged, @Nullable CommitToken token);

    /** Writes a batch of columns, as columns where no rule needs rows and the driver takes them. The batch stays the caller's. */
    void write(VectorSchemaRoot batch, @Nullable CommitToken token);

    /**
     * Hands over bytes that the destination loads itself; refused where rules are configured (SNK-20, SNK-22).
     *
     * @param format one that the sink lists for the mode
     */
    void load(String format, InputStream bytes, @Nullable CommitToken token);

    /**
     * Says that it covers a part of its destination whole, before it writes: rows there that it does not write are deleted when it
     * is committed (SNK-8). A refusal does not end it.
     *
     * @param scope column to value
     * @param dryRun to look only whether it can
     * @throws io.strandline.common.StrandlineException {@code REFUSED} for an empty scope, a NULL value, a run without a key,
     *     of another mode, or that has written; {@code NO_SUCH_COLUMN}, {@code BAD_VALUE}
     */
    void cover(Map<String, Object> scope, boolean dryRun);

    /** Whether its end deletes what it did not write (SNK-8). */
    boolean cleansUp();

    /** Ends it: flush, overwrite, cleanup, completion, once each and in this order (SNK-17). */
    RunRecord commit();

    /** Gives it up: what was staged is removed, what was written stays and can be rolled back. Nothing if it has ended. */
    RunRecord abort(String why);

    /**
     * Asks it to end: pages handed over are flushed and counted, staging is removed (SNK-18). Pages under a token whose
     * successor has not come are let go, and the token stays where it was, so that they are sent again as a whole (SNK-5).
     */
    void cancel();

    /**
     * Cancels it, and ends what its destination is doing for it: a step that is under way fails with {@code CANCELLED}, and what
     * the destination had not committed is not there. For one that does not come to its end within a moment.
     */
    void stop();

    /** Ends it as {@link #abort} does if it has not ended. */
    @Override
    void close();
}
