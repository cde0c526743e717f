package io.strandline.reconcile;

import io.strandline.common.Location;
import org.jspecify.annotations.Nullable;

/**
 * What a look at a name showed.
 *
 * @param actual where the table lies; null if there is none, or nobody knows
 * @param uuid the table's UUID; null if there is none, or nobody knows
 * @param failure why the look failed; null if it did not
 */
record Looked(
        Pair pair,
        What what,
        @Nullable Location actual,
        @Nullable String uuid,
        @Nullable RuntimeException failure) {
    /** What it may be a finding of; registrations and sources decide. */
    enum What {
        /** Nothing. */
        FINE,
        /** Registered, and there is no table. */
        GONE,
        /** Registered elsewhere, or as another table. */
        DIFFERS,
        /** Not registered, and external. */
        EXTERNAL,
        /** Not registered, and external if a missing authority were the same as the one there is (LOC-2). */
        PREFIX_MISMATCH,
        /** The look failed. */
        FAILED
    }

    static Looked of(Pair pair, What what) {
        return new Looked(pair, what, null, null, null);
    }

    static Looked failed(Pair pair, RuntimeException failure) {
        return new Looked(pair, What.FAILED, null, null, failure);
    }
}
