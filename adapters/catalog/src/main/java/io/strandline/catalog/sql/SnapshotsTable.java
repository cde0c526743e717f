package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.catalog.Secrets;
import io.strandline.catalog.SnapshotState;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The snapshots of every table, with what each changed. */
final class SnapshotsTable {
    /** Summary key under which a run of ours keeps its id (SNK-5). */
    private static final String RUN_ID = "strandline.run-id";

    private static final String ENGINE = "engine-name";

    private SnapshotsTable() {}

    static VirtualTable<?> of(TableSource source) {
        return VirtualTable.<SnapshotRow>named(
                        "snapshots",
                        "Snapshots of every table; one row with the error for a table that cannot be read.")
                .columns(CommonColumns.NAMES, SnapshotRow::table)
                .columns(identity())
                .column(
                        "is_current",
                        bool().orNull(),
                        SnapshotRow::isCurrent,
                        "Whether it is the table's current snapshot.")
                .column(
                        "is_ancestor",
                        bool().orNull(),
                        of(SnapshotState::ancestor),
                        "Whether the current snapshot descends from it, or it is the current one.")
                .column(
                        "rollback_ts",
                        timestamp().orNull(),
                        SnapshotRow::rollbackTime,
                        "The time to give to a rollback by time that shall end here; NULL if none does.")
                .column(
                        "run_id",
                        text().orNull(),
                        of(s -> s.summary().get(RUN_ID)),
                        "The run that wrote it, if one did.")
                .column(
                        "engine",
                        text().orNull(),
                        of(s -> s.summary().get(ENGINE)),
                        "Engine that wrote it, if it said so.")
                .columns(counts())
                .column(
                        "summary",
                        text().orNull(),
                        of(s -> JsonText.of(Secrets.none().shown(s.summary()))),
                        "The whole summary as JSON, secrets masked.")
                .columns(
                        CommonColumns.STATUS_AND_ERROR,
                        row -> new CommonColumns.StatusOf(row.table().failure()))
                .pushes(CommonColumns.CATALOG, CommonColumns.NAMESPACE, CommonColumns.TABLE)
                .rows((wanted, call) -> source.loaded(wanted, call).flatMap(SnapshotRow::of));
    }

    private static Columns<SnapshotRow> identity() {
        return Columns.<SnapshotRow>none()
                .column("snapshot_id", bigint().orNull(), of(SnapshotState::id), "Id of the snapshot.")
                .column(
                        "parent_id",
                        bigint().orNull(),
                        of(SnapshotState::parentId),
                        "The snapshot it was made from; NULL for a first one.")
                .column(
                        "sequence_number",
                        bigint().orNull(),
                        of(SnapshotState::sequenceNumber),
                        "Order of commit; 0 for all in format version 1.")
                .column("committed_at", timestamp().orNull(), of(SnapshotState::committedAt), "When it was committed.")
                .column(
                        "operation",
                        text().orNull(),
                        of(SnapshotState::operation),
                        "append, overwrite, replace or delete.")
                .column(
                        "manifest_list",
                        text().orNull(),
                        of(SnapshotState::manifestList),
                        "File that lists its manifests.")
                .column("schema_id", integer().orNull(), of(SnapshotState::schemaId), "Schema it was written with.");
    }

    private static Columns<SnapshotRow> counts() {
        return Columns.<SnapshotRow>none()
                .column("added_data_files", bigint().orNull(), count("added-data-files"), "Data files it added.")
                .column("deleted_data_files", bigint().orNull(), count("deleted-data-files"), "Data files it removed.")
                .column("total_data_files", bigint().orNull(), count("total-data-files"), "Data files after it.")
                .column("added_delete_files", bigint().orNull(), count("added-delete-files"), "Delete files it added.")
                .column(
                        "removed_delete_files",
                        bigint().orNull(),
                        count("removed-delete-files"),
                        "Delete files it removed.")
                .column("total_delete_files", bigint().orNull(), count("total-delete-files"), "Delete files after it.")
                .column(
                        "added_records",
                        bigint().orNull(),
                        count("added-records"),
                        "Records in the data files it added.")
                .column(
                        "deleted_records",
                        bigint().orNull(),
                        count("deleted-records"),
                        "Records in the data files it removed.")
                .column(
                        "total_records",
                        bigint().orNull(),
                        count("total-records"),
                        "Records in all data files after it.")
                .column("added_bytes", bigint().orNull(), count("added-files-size"), "Bytes of the files it added.")
                .column(
                        "removed_bytes",
                        bigint().orNull(),
                        count("removed-files-size"),
                        "Bytes of the files it removed.")
                .column("total_bytes", bigint().orNull(), count("total-files-size"), "Bytes of all files after it.")
                .column(
                        "changed_partitions",
                        bigint().orNull(),
                        count("changed-partition-count"),
                        "Partitions it changed.");
    }

    private static Function<SnapshotRow, @Nullable Object> of(Function<SnapshotState, @Nullable Object> value) {
        return row -> row.snapshot() == null ? null : value.apply(row.snapshot());
    }

    private static Function<SnapshotRow, @Nullable Object> count(String key) {
        return of(snapshot -> SnapshotRow.count(snapshot, key));
    }
}
