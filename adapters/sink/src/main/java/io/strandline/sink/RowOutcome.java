package io.strandline.sink;

import static java.util.Objects.requireNonNull;

/** What became of one row that a sink was offered. */
public sealed interface RowOutcome {
    /** It is in the destination. */
    RowOutcome ACCEPTED = new Accepted();

    /** A later row of the page has its key, and was written in its place (SNK-4). */
    RowOutcome COALESCED = new Coalesced();

    /** It is in the destination. */
    record Accepted() implements RowOutcome {}

    /** A later row of the page has its key, and was written in its place (SNK-4). */
    record Coalesced() implements RowOutcome {}

    /** It was left out by design, such as a row without a key where those are to be skipped. */
    record Skipped(String reason) implements RowOutcome {
        public Skipped {
            requireNonNull(reason, "reason");
        }
    }

    /** It cannot be written; the reason names the column where one is at fault. */
    record Failed(String reason) implements RowOutcome {
        public Failed {
            requireNonNull(reason, "reason");
        }
    }
}
