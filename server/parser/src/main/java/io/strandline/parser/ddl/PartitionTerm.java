package io.strandline.parser.ddl;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a table is partitioned or sorted by: a column, or a transform of one.
 *
 * @param transform the function's name, null for the column itself
 * @param column path of the column
 * @param width the number beside the column, before it or after it; null for none
 */
public record PartitionTerm(
        @Nullable String transform,
        List<String> column,
        @Nullable Integer width) {
    public PartitionTerm {
        column = List.copyOf(column);
    }

    /** The function's name. */
    public Optional<String> function() {
        return Optional.ofNullable(transform);
    }
}
