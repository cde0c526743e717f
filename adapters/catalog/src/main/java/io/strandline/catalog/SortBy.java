package io.strandline.catalog;

/**
 * A wanted field of the sort order.
 *
 * @param column path of the column, dotted, levels quoted where needed
 * @param direction {@code asc} or {@code desc}
 * @param nullOrder {@code nulls-first} or {@code nulls-last}
 */
public record SortBy(String column, PartitionTransform transform, String direction, String nullOrder) {
    /** As people write it: {@code placed_at desc nulls-last}. */
    String text() {
        return new PartitionBy(column, transform, null).text() + " " + direction + " " + nullOrder;
    }
}
