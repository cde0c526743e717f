package io.strandline.sink;

import static java.util.Objects.requireNonNull;

/**
 * What a destination keeps to undo a run.
 *
 * @param kind such as {@code rows}, {@code previous_table} or {@code tag}
 * @param object name of the table or the tag that keeps it
 * @param rows kept; -1 if that is not counted
 */
public record JournalEntry(RunId run, WriteMode mode, String kind, String object, long rows) {
    public JournalEntry {
        requireNonNull(run, "run");
        requireNonNull(mode, "mode");
        requireNonNull(kind, "kind");
        requireNonNull(object, "object");
    }
}
