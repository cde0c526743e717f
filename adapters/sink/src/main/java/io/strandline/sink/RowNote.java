package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row that a run did not write, and why: one row of {@code sink.row_errors} or {@code sink.quarantine}.
 *
 * @param row index among the rows that the run was offered, from 0
 * @param rule the quality rule, {@code contract} or {@code drift} for a row in quarantine; null for one that failed
 * @param values the masked row as a JSON object, cut where it is too long
 */
public record RowNote(
        RunId run, String sink, long row, @Nullable String rule, String reason, String values, Instant at) {
    public RowNote {
        requireNonNull(run, "run");
        requireNonNull(sink, "sink");
        requireNonNull(reason, "reason");
        requireNonNull(values, "values");
        requireNonNull(at, "at");
    }
}
