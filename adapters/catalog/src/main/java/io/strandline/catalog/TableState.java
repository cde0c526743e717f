package io.strandline.catalog;

import io.strandline.common.TableRef;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table as observed. Names, types and ids are the table format's own.
 *
 * @param external whether the engine itself says that the table lies outside its care; empty if it does not say
 * @param uuid null for a format that has none
 * @param location root of the table's files, as stored
 * @param metadataLocation the metadata file this state was read from
 * @param partitionFields those of all partition specs, historical ones too
 * @param sortFields those of all sort orders, historical ones too
 * @param currentSnapshotId null for a table with no snapshot (CAT-14)
 * @param history what the metadata remembers beside the snapshots
 * @param comment null if there is none
 */
public record TableState(
        TableRef ref,
        TableType type,
        String format,
        int formatVersion,
        @Nullable String uuid,
        String location,
        @Nullable String metadataLocation,
        Optional<Boolean> external,
        List<ColumnState> columns,
        List<Integer> identifierFieldIds,
        int schemaId,
        int partitionSpecId,
        int sortOrderId,
        List<PartitionFieldState> partitionFields,
        List<SortFieldState> sortFields,
        @Nullable Long currentSnapshotId,
        Instant lastUpdated,
        Map<String, String> properties,
        List<SnapshotState> snapshots,
        TableHistory history,
        @Nullable String comment) {
    public TableState {
        columns = List.copyOf(columns);
        identifierFieldIds = List.copyOf(identifierFieldIds);
        partitionFields = List.copyOf(partitionFields);
        sortFields = List.copyOf(sortFields);
        properties = Map.copyOf(properties);
        snapshots = List.copyOf(snapshots);
    }

    /** The state of a table of which no more is told than what it is and where it lies. */
    public static TableState outline(
            TableRef ref, TableType type, String format, @Nullable String uuid, String location) {
        return new TableState(
                ref,
                type,
                format,
                1,
                uuid,
                location,
                null,
                Optional.empty(),
                List.of(),
                List.of(),
                0,
                0,
                0,
                List.of(),
                List.of(),
                null,
                Instant.EPOCH,
                Map.of(),
                List.of(),
                TableHistory.none(),
                null);
    }

    /** The current snapshot; empty if there is none, or if its id names no snapshot. */
    public Optional<SnapshotState> currentSnapshot() {
        return snapshots.stream()
                .filter(s -> currentSnapshotId != null && s.id() == currentSnapshotId)
                .findFirst();
    }
}
