package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.catalog.FileState;
import io.strandline.catalog.ManifestState;
import io.strandline.catalog.PartitionState;
import io.strandline.catalog.TableFiles;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;

/** What the snapshots of every table are made of. */
final class FileTables {
    private static final String OF_SNAPSHOT =
            "Snapshot that was looked at: the current one, unless a condition on this column names others.";

    private FileTables() {}

    static VirtualTable<?> manifests(TableSource source) {
        return SnapshotParts.table(
                "manifests",
                "Manifests of a snapshot of every table",
                source,
                TableFiles::manifests,
                Columns.<PartRow<ManifestState>>none()
                        .column(
                                SnapshotParts.SNAPSHOT,
                                bigint().orNull(),
                                PartRow.of(ManifestState::ofSnapshot),
                                OF_SNAPSHOT)
                        .column("manifest_path", text().orNull(), PartRow.of(ManifestState::location), "Where it is.")
                        .column("manifest_size_bytes", bigint().orNull(), PartRow.of(ManifestState::bytes), "Its size.")
                        .column(
                                "content",
                                text().orNull(),
                                PartRow.of(ManifestState::content),
                                "data, or deletes for delete files.")
                        .column(
                                "spec_id",
                                integer().orNull(),
                                PartRow.of(ManifestState::specId),
                                "Partition spec of its files.")
                        .column(
                                "added_snapshot_id",
                                bigint().orNull(),
                                PartRow.of(ManifestState::addedBy),
                                "Snapshot that wrote it.")
                        .column(
                                "sequence_number",
                                bigint().orNull(),
                                PartRow.of(ManifestState::sequenceNumber),
                                "Order of the commit that wrote it; 0 in format version 1.")
                        .column(
                                "min_sequence_number",
                                bigint().orNull(),
                                PartRow.of(ManifestState::minSequenceNumber),
                                "Lowest sequence number of its files.")
                        .column(
                                "added_files",
                                integer().orNull(),
                                PartRow.of(ManifestState::addedFiles),
                                "Files that its snapshot added.")
                        .column(
                                "existing_files",
                                integer().orNull(),
                                PartRow.of(ManifestState::existingFiles),
                                "Files that were there before.")
                        .column(
                                "deleted_files",
                                integer().orNull(),
                                PartRow.of(ManifestState::deletedFiles),
                                "Files that its snapshot removed.")
                        .column(
                                "added_records",
                                bigint().orNull(),
                                PartRow.of(ManifestState::addedRecords),
                                "Records in the added files.")
                        .column(
                                "existing_records",
                                bigint().orNull(),
                                PartRow.of(ManifestState::existingRecords),
                                "Records in the files that were there.")
                        .column(
                                "deleted_records",
                                bigint().orNull(),
                                PartRow.of(ManifestState::deletedRecords),
                                "Records in the removed files."),
                SnapshotParts.SNAPSHOT);
    }

    static VirtualTable<?> files(TableSource source) {
        return SnapshotParts.table(
                "files",
                "Data and delete files of a snapshot of every table",
                source,
                TableFiles::files,
                files().with(details(), row -> row),
                SnapshotParts.SNAPSHOT,
                SnapshotParts.CONTENT,
                SnapshotParts.PATH,
                SnapshotParts.SPEC,
                SnapshotParts.PARTITION);
    }

    private static Columns<PartRow<FileState>> files() {
        return Columns.<PartRow<FileState>>none()
                .column(SnapshotParts.SNAPSHOT, bigint().orNull(), PartRow.of(FileState::ofSnapshot), OF_SNAPSHOT)
                .column(
                        SnapshotParts.CONTENT,
                        text().orNull(),
                        PartRow.of(FileState::content),
                        "data, position_deletes or equality_deletes.")
                .column(SnapshotParts.PATH, text().orNull(), PartRow.of(FileState::location), "Where it is.")
                .column(SnapshotParts.SPEC, integer().orNull(), PartRow.of(FileState::specId), "Its partition spec.")
                .column(
                        SnapshotParts.PARTITION,
                        text().orNull(),
                        PartRow.of(FileState::partition),
                        "Its partition as JSON, {} if unpartitioned. Equality with a text of catalog.partitions reads only"
                                + " manifests that can have it.")
                .column(
                        "record_count",
                        bigint().orNull(),
                        PartRow.of(FileState::records),
                        "Records in it; of a delete file, deletes.")
                .column("file_size_bytes", bigint().orNull(), PartRow.of(FileState::bytes), "Its size.");
    }

    private static Columns<PartRow<FileState>> details() {
        return Columns.<PartRow<FileState>>none()
                .column("file_format", text().orNull(), PartRow.of(FileState::format), "parquet, avro, orc or puffin.")
                .column(
                        "data_sequence_number",
                        bigint().orNull(),
                        PartRow.of(FileState::dataSequenceNumber),
                        "Orders deletes against data.")
                .column(
                        "file_sequence_number",
                        bigint().orNull(),
                        PartRow.of(FileState::fileSequenceNumber),
                        "Order of the commit that added it.")
                .column(
                        "sort_order_id",
                        integer().orNull(),
                        PartRow.of(FileState::sortOrderId),
                        "Sort order it was written in; NULL if not told.")
                .column(
                        "split_offsets",
                        arrayOf(bigint()).orNull(),
                        PartRow.of(FileState::splitOffsets),
                        "Where it can be split; NULL if not told.")
                .column(
                        "equality_ids",
                        arrayOf(integer()).orNull(),
                        PartRow.of(FileState::equalityIds),
                        "Field ids by which an equality delete deletes.")
                .column(
                        "first_row_id",
                        bigint().orNull(),
                        PartRow.of(FileState::firstRowId),
                        "Row id of its first row, from format version 3 on.")
                .column(
                        "referenced_data_file",
                        text().orNull(),
                        PartRow.of(FileState::referencedDataFile),
                        "The one data file that its deletes are for.")
                .column(
                        SnapshotParts.STATISTICS,
                        text().orNull(),
                        PartRow.of(FileState::columnStatistics),
                        "Sizes, counts and bounds by column path, as JSON; of a column that was dropped by its id where another"
                                + " has its path.");
    }

    static VirtualTable<?> partitions(TableSource source) {
        return SnapshotParts.table(
                "partitions",
                "Partitions of a snapshot of every table, summed up over their files",
                source,
                TableFiles::partitions,
                Columns.<PartRow<PartitionState>>none()
                        .column(
                                SnapshotParts.SNAPSHOT,
                                bigint().orNull(),
                                PartRow.of(PartitionState::ofSnapshot),
                                OF_SNAPSHOT)
                        .column("spec_id", integer().orNull(), PartRow.of(PartitionState::specId), "Its spec.")
                        .column(
                                SnapshotParts.PARTITION,
                                text().orNull(),
                                PartRow.of(PartitionState::partition),
                                "Its values as JSON, by the names of the spec's fields; {} if unpartitioned.")
                        .column(
                                "record_count",
                                bigint().orNull(),
                                PartRow.of(PartitionState::records),
                                "Records in its data files.")
                        .column("file_count", bigint().orNull(), PartRow.of(PartitionState::files), "Its data files.")
                        .column(
                                "total_bytes",
                                bigint().orNull(),
                                PartRow.of(PartitionState::bytes),
                                "Bytes of its data files.")
                        .column(
                                "position_delete_count",
                                bigint().orNull(),
                                PartRow.of(PartitionState::positionDeletes),
                                "Deletes by position.")
                        .column(
                                "position_delete_files",
                                bigint().orNull(),
                                PartRow.of(PartitionState::positionDeleteFiles),
                                "Files of deletes by position.")
                        .column(
                                "equality_delete_count",
                                bigint().orNull(),
                                PartRow.of(PartitionState::equalityDeletes),
                                "Deletes by key.")
                        .column(
                                "equality_delete_files",
                                bigint().orNull(),
                                PartRow.of(PartitionState::equalityDeleteFiles),
                                "Files of deletes by key.")
                        .column(
                                "last_updated_at",
                                timestamp().orNull(),
                                PartRow.of(PartitionState::updatedAt),
                                "When a file was last added to it; NULL if that snapshot has expired.")
                        .column(
                                "last_updated_snapshot_id",
                                bigint().orNull(),
                                PartRow.of(PartitionState::updatedBy),
                                "Snapshot that last added a file to it."),
                SnapshotParts.SNAPSHOT,
                SnapshotParts.PARTITION);
    }
}
