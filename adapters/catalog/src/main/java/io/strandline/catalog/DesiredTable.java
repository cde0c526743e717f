package io.strandline.catalog;

import io.strandline.common.TableRef;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A table as somebody wants it. What it does not name, columns and properties too, is left as it is (CAT-8). Made by {@link
 * DesiredJson}.
 *
 * @param columns at least one, in the wanted order
 * @param partitioning null to leave it; empty for none
 * @param sorting null to leave it; empty for none
 * @param identifierFields paths of columns; null to leave them; empty for none
 * @param properties the table's comment among them, as {@code comment}
 * @param removeProperties keys of those to remove; null if no one is named, and then all that {@code properties} does not name
 *     are meant where removing is allowed
 * @param formatVersion null to leave it; a new table then gets {@link #DEFAULT_FORMAT_VERSION}
 * @param location null to leave it to the catalog
 */
public record DesiredTable(
        TableRef ref,
        List<TableField> columns,
        @Nullable List<PartitionBy> partitioning,
        @Nullable List<SortBy> sorting,
        @Nullable List<String> identifierFields,
        Map<String, String> properties,
        @Nullable Set<String> removeProperties,
        @Nullable Integer formatVersion,
        @Nullable String location) {
    /** Format version of a new table that does not say. */
    public static final int DEFAULT_FORMAT_VERSION = 2;

    /** Property that engines keep a table's comment in. */
    public static final String COMMENT = "comment";

    public DesiredTable {
        columns = List.copyOf(columns);
        partitioning = partitioning == null ? null : List.copyOf(partitioning);
        sorting = sorting == null ? null : List.copyOf(sorting);
        identifierFields = identifierFields == null ? null : List.copyOf(identifierFields);
        properties = new TreeMap<>(properties);
        removeProperties = removeProperties == null ? null : Set.copyOf(removeProperties);
    }
}
