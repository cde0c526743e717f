package io.strandline.sink.iceberg;

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
