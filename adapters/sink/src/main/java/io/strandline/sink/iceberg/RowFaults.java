package io.strandline.sink.iceberg;

import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Why rows of a page cannot be written: the first reason of each. Used by one thread. */
final class RowFaults {
    private final @Nullable String[] reasons;
    private int faulty;

    RowFaults(int rows) {
        this.reasons = new String[rows];
    }

    /** The row cannot be written; a reason it has already stays. */
    void add(int row, String reason) {
        if (reasons[row] == null) {
            reasons[row] = reason;
            faulty++;
        }
    }

    @Nullable
    String of(int row) {
        return reasons[row];
    }

    boolean none() {
        return faulty == 0;
    }

    /** How many rows cannot be written. */
    int count() {
        return faulty;
    }

    /** What is to be said of the page: its first failed row, or that of each row. */
    PageReport report(RowPolicy policy) {
        if (policy == RowPolicy.WHOLE_PAGE) {
            int first = first();
            return first < 0
                    ? PageReport.accepted(reasons.length)
                    : new PageReport.Failed(first, String.valueOf(reasons[first]));
        }
        return new PageReport.Rows(Arrays.stream(reasons)
                .map(reason -> reason == null ? RowOutcome.ACCEPTED : new RowOutcome.Failed(reason))
                .toList());
    }

    /** The first row that cannot be written; -1 if all can. */
    int first() {
        for (int row = 0; row < reasons.length; row++) {
            if (reasons[row] != null) {
                return row;
            }
        }
        return -1;
    }
}
