package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** A driver's answer to a page (SNK-3). */
public sealed interface PageReport {
    /** The page was written under {@link RowPolicy#WHOLE_PAGE}. */
    record Written(WriteReport counts) implements PageReport {
        public Written {
            requireNonNull(counts, "counts");
        }
    }

    /**
     * Nothing of the page was written, since one of its rows cannot be, under {@link RowPolicy#WHOLE_PAGE}.
     *
     * @param row index of the first one in the page, from 0
     */
    record Failed(int row, String reason) implements PageReport {
        public Failed {
            requireNonNull(reason, "reason");
        }
    }

    /**
     * What became of each row under {@link RowPolicy#PER_ROW}, by its index in the page. Those that have not failed are
     * written.
     */
    record Rows(List<RowOutcome> outcomes) implements PageReport {
        public Rows {
            outcomes = List.copyOf(outcomes);
        }
    }

    /** A whole page was written. */
    static PageReport accepted(long rows) {
        return new Written(WriteReport.accepted(rows));
    }
}
