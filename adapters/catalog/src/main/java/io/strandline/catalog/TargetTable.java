package io.strandline.catalog;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a plan leaves of a table: the whole of what changes, so that a backend need not follow the single steps. Null means
 * unchanged.
 *
 * @param columns all columns; those without id are new and get theirs from the table
 * @param partitioning all fields of the new spec, each with its name
 * @param sorting all fields of the new order
 * @param identifierFields paths of columns
 */
public record TargetTable(
        @Nullable List<TableField> columns,
        @Nullable List<PartitionBy> partitioning,
        @Nullable List<SortBy> sorting,
        @Nullable List<String> identifierFields,
        Map<String, String> setProperties,
        Set<String> removeProperties,
        @Nullable Integer formatVersion,
        @Nullable String location) {
    public TargetTable {
        columns = columns == null ? null : List.copyOf(columns);
        partitioning = partitioning == null ? null : List.copyOf(partitioning);
        sorting = sorting == null ? null : List.copyOf(sorting);
        identifierFields = identifierFields == null ? null : List.copyOf(identifierFields);
        setProperties = Map.copyOf(setProperties);
        removeProperties = Set.copyOf(removeProperties);
    }
}
