package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What became of the rows of a page, each accounted for.
 *
 * @param failed rows that the destination did not take
 */
public record PageAnswer(WriteReport counts, List<FailedRow> failed) {
    /**
     * A row that was not written.
     *
     * @param number among all rows of the run, from 0
     * @param index in the page that was offered
     */
    public record FailedRow(long number, int index, String reason) {
        public FailedRow {
            requireNonNull(reason, "reason");
        }
    }

    public PageAnswer {
        requireNonNull(counts, "counts");
        failed = List.copyOf(failed);
    }
}
