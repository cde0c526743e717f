package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a run, bounded by count and bytes, so that a run of any length needs the memory of a few. Whoever makes one
 * hands its rows over: nobody changes an array after that.
 *
 * @param rows each with a value for each column of the schema: see {@link RowSchema}
 * @param bytes what they take in memory by {@link PageSizes}; {@link #UNCOUNTED} where nobody has counted
 */
public record Page(RowSchema schema, List<@Nullable Object[]> rows, long bytes) {
    /** Not known. */
    public static final long UNCOUNTED = -1;

    public Page {
        requireNonNull(schema, "schema");
        rows = List.copyOf(rows);
        for (@Nullable Object[] row : rows) {
            if (row.length != schema.size()) {
                throw new IllegalArgumentException(
                        "a row of " + row.length + " values on a page of " + schema.size() + " columns");
            }
        }
    }

    /** A page whose bytes nobody has counted. */
    public Page(RowSchema schema, List<@Nullable Object[]> rows) {
        this(schema, rows, UNCOUNTED);
    }

    /** How many rows. */
    public int size() {
        return rows.size();
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The rows whose index passes, in order. */
    public Page where(IntPredicate index) {
        return new Page(
                schema,
                IntStream.range(0, rows.size())
                        .filter(index)
                        .mapToObj(rows::get)
                        .toList());
    }
}
