package io.strandline.catalog;

/**
 * A field of a partition spec. Specs without fields have none of these.
 *
 * @param specId spec it belongs to
 * @param fieldId id of the partition field itself
 * @param sourceId field id of the column it is made from
 * @param transform {@code identity}, {@code bucket[16]}, {@code truncate[4]}, {@code year}, {@code month}, {@code day},
 *     {@code hour} or {@code void}
 * @param ordinal place in its spec, from 1
 * @param current whether its spec is the one new files are written with
 */
public record PartitionFieldState(
        int specId, int fieldId, int sourceId, String transform, String name, int ordinal, boolean current) {}
