package io.strandline.catalog;

/**
 * A field of a sort order. The order 0, unsorted, has none.
 *
 * @param orderId order it belongs to
 * @param sourceId field id of the column it is made from
 * @param transform as in {@link PartitionFieldState}
 * @param direction {@code asc} or {@code desc}
 * @param nullOrder {@code nulls-first} or {@code nulls-last}
 * @param ordinal place in its order, from 1
 * @param current whether its order is the table's default
 */
public record SortFieldState(
        int orderId,
        int sourceId,
        String transform,
        String direction,
        String nullOrder,
        int ordinal,
        boolean current) {}
