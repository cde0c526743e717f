package io.strandline.catalog;

import io.strandline.catalog.FieldType.Primitive;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a live table uses its columns for, and what follows for changes of them (CAT-7). Immutable. */
final class ColumnUse {
    private final List<PartitionFieldState> partitions;
    private final boolean hasFiles;
    private final Set<Integer> sorted = new HashSet<>();
    private final Set<Integer> identifiers = new HashSet<>();

    /** Of that table; what the desired one gives anew is not looked at. */
    ColumnUse(TableState live, DesiredTable desired) {
        this.partitions = live.partitionFields();
        this.hasFiles = !live.snapshots().isEmpty();
        if (desired.sorting() == null) {
            live.sortFields().stream().filter(SortFieldState::current).forEach(field -> sorted.add(field.sourceId()));
        }
        if (desired.identifierFields() == null) {
            identifiers.addAll(live.identifierFieldIds());
        }
    }

    /** Why the column may not be dropped; empty if it may. */
    Optional<String> againstDropping(TableField column) {
        return withNested(column)
                .map(field -> field.id())
                .flatMap(id -> Stream.ofNullable(id))
                .flatMap(id -> against(id).stream())
                .findFirst();
    }

    private Optional<String> against(int id) {
        Optional<PartitionFieldState> partition =
                partitions.stream().filter(field -> field.sourceId() == id).findFirst();
        if (partition.isPresent()) {
            PartitionFieldState field = partition.orElseThrow();
            return Optional.of("partition field \"" + field.name() + "\" of spec " + field.specId()
                    + (field.current() ? "" : ", a historical one,") + " is made from it");
        }
        if (sorted.contains(id)) {
            return Optional.of("the sort order uses it; give another one in sort_order");
        }
        return identifiers.contains(id)
                ? Optional.of("it is an identifier field; give others in identifier_fields")
                : Optional.empty();
    }

    /**
     * Why the column may not be promoted although its type could be; empty if it may. Iceberg's readers take the bounds of
     * files written while it was a date, which count days, for microseconds, and pass files over that have what is asked for.
     */
    Optional<String> againstPromoting(TableField column, Primitive from) {
        if (hasFiles && from.name().equals("date")) {
            return Optional.of("the table has files, and readers would miss rows of them; add a column instead");
        }
        return partitions.stream()
                .filter(field -> Integer.valueOf(field.sourceId()).equals(column.id()))
                .filter(field -> !PartitionTransform.survives(field.transform(), from))
                .findFirst()
                .map(field -> "partition field \"" + field.name() + "\" of spec " + field.specId()
                        + " would get other values: its transform is " + field.transform());
    }

    /** Whether NULL must stay forbidden, for the column identifies rows. */
    boolean identifies(TableField column) {
        return identifiers.contains(column.id());
    }

    /** Whether a partition field of that name is made from something else than that column, or by a transform. */
    boolean namesAnotherPartition(String name, TableField column) {
        return partitions.stream()
                .filter(field -> field.name().equals(name))
                .anyMatch(field -> !field.transform().equals("identity")
                        || !Integer.valueOf(field.sourceId()).equals(column.id()));
    }

    private static Stream<TableField> withNested(TableField column) {
        return Stream.concat(Stream.of(column), column.children().stream().flatMap(ColumnUse::withNested));
    }
}
