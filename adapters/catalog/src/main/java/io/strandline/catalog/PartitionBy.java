package io.strandline.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A wanted partition field.
 *
 * @param column path of the column, dotted, levels quoted where needed
 * @param name null for one made from column and transform
 */
public record PartitionBy(
        String column,
        PartitionTransform transform,
        @Nullable String name) {
    /** As people write it: {@code day(placed_at)}. */
    String text() {
        return transform.equals(PartitionTransform.IDENTITY) ? column : transform.text() + "(" + column + ")";
    }
}
