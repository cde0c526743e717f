package io.strandline.catalog;

import org.jspecify.annotations.Nullable;

/** What is to become of a table that a procedure was called for, as it is now. */
sealed interface RefDecision {
    /** The branch or tag it is about. */
    String ref();

    /** The snapshot it names now; null for none. */
    @Nullable
    Long before();

    /**
     * To be made.
     *
     * @param after the snapshot the ref will name; null if it will be gone, or if the commit makes a new one
     */
    record Make(String ref, @Nullable Long before, @Nullable Long after, TableChange change) implements RefDecision {}

    /** As wanted already. */
    record Unchanged(String ref, @Nullable Long before) implements RefDecision {}

    /**
     * Not to be made.
     *
     * @param reason stable word
     * @param message the case in words, to follow the table's name
     */
    record Refuse(String ref, @Nullable Long before, String reason, String message) implements RefDecision {}
}
