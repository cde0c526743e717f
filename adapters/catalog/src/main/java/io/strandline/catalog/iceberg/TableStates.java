package io.strandline.catalog.iceberg;

import io.strandline.catalog.SnapshotState;
import io.strandline.catalog.TableHistory;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TableType;
import io.strandline.common.TableRef;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.view.ViewMetadata;
import org.jspecify.annotations.Nullable;

/** Iceberg's metadata as the state of a table. */
final class TableStates {
    private static final String FORMAT = "iceberg";
    /** Table property that engines keep a table's comment in. */
    private static final String COMMENT = "comment";

    private TableStates() {}

    static TableState of(TableRef ref, TableMetadata metadata) {
        List<SnapshotState> snapshots = snapshots(metadata);
        return new TableState(
                ref,
                TableType.TABLE,
                FORMAT,
                metadata.formatVersion(),
                metadata.uuid(),
                metadata.location(),
                metadata.metadataFileLocation(),
                Optional.empty(),
                ColumnStates.of(metadata.schema()),
                metadata.schema().identifierFieldIds().stream().sorted().toList(),
                metadata.currentSchemaId(),
                metadata.defaultSpecId(),
                metadata.defaultSortOrderId(),
                Layouts.partitionFields(metadata),
                Layouts.sortFields(metadata),
                currentSnapshotId(metadata),
                Instant.ofEpochMilli(metadata.lastUpdatedMillis()),
                metadata.properties(),
                snapshots,
                Histories.of(metadata, snapshots),
                metadata.properties().get(COMMENT));
    }

    /** A view has neither snapshots nor partition spec nor sort order: both ids are 0, Iceberg's id for "none". */
    static TableState of(TableRef ref, ViewMetadata metadata) {
        return new TableState(
                ref,
                TableType.VIEW,
                FORMAT,
                metadata.formatVersion(),
                metadata.uuid(),
                metadata.location(),
                metadata.metadataFileLocation(),
                Optional.empty(),
                ColumnStates.of(metadata.schema()),
                List.of(),
                metadata.currentSchemaId() == null ? 0 : metadata.currentSchemaId(),
                0,
                0,
                List.of(),
                List.of(),
                null,
                Instant.ofEpochMilli(metadata.currentVersion().timestampMillis()),
                metadata.properties(),
                List.of(),
                TableHistory.none(),
                metadata.properties().get(COMMENT));
    }

    private static @Nullable Long currentSnapshotId(TableMetadata metadata) {
        Snapshot current = metadata.currentSnapshot();
        return current == null ? null : Long.valueOf(current.snapshotId());
    }

    private static List<SnapshotState> snapshots(TableMetadata metadata) {
        Set<Long> lineage = lineage(metadata);
        return metadata.snapshots().stream()
                .map(snapshot -> of(snapshot, lineage.contains(snapshot.snapshotId())))
                .toList();
    }

    private static SnapshotState of(Snapshot snapshot, boolean ancestor) {
        return new SnapshotState(
                snapshot.snapshotId(),
                snapshot.parentId(),
                snapshot.sequenceNumber(),
                Instant.ofEpochMilli(snapshot.timestampMillis()),
                snapshot.operation(),
                snapshot.manifestListLocation(),
                snapshot.schemaId(),
                ancestor,
                snapshot.summary() == null ? Map.of() : snapshot.summary());
    }

    /** The current snapshot and those it descends from; ends where a parent has been expired, or where lineage loops. */
    private static Set<Long> lineage(TableMetadata metadata) {
        Map<Long, Snapshot> byId = new HashMap<>();
        metadata.snapshots().forEach(snapshot -> byId.put(snapshot.snapshotId(), snapshot));
        Set<Long> lineage = new HashSet<>();
        Snapshot at = metadata.currentSnapshot();
        while (at != null && lineage.add(at.snapshotId())) {
            at = at.parentId() == null ? null : byId.get(at.parentId());
        }
        return lineage;
    }
}
