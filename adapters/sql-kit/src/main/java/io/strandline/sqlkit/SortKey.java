package io.strandline.sqlkit;

/**
 * One key of an order.
 *
 * @param nullsFirst where NULLs stand, whatever the direction
 */
public record SortKey(String column, boolean descending, boolean nullsFirst) {}
