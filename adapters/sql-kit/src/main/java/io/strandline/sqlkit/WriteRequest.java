package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;

/**
 * What a statement does with rows.
 *
 * @param columns the table's columns that each row has a value of, each once; an INSERT that leaves some out leaves them to
 *     their defaults
 * @param unchanged those of them whose values are as they were read from the table: what an UPDATE does not set, and all that a
 *     DELETE finds rows by; they have been through the rules of what is written once
 */
public record WriteRequest(Kind kind, List<String> columns, Set<String> unchanged) {
    /** Statements that write. */
    public enum Kind {
        /** The rows are added, or merged by key if the session or the table's configuration says so. */
        INSERT,
        /** The rows are there by their key, and are to be as given: with every column of the table. */
        UPDATE,
        /** The rows with these keys are to go. */
        DELETE
    }

    public WriteRequest {
        requireNonNull(kind, "kind");
        columns = List.copyOf(columns);
        unchanged = Set.copyOf(unchanged);
    }
}
