package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.catalog.TableHistory.Current;
import io.strandline.catalog.TableHistory.MetadataFile;
import io.strandline.catalog.TableHistory.Ref;
import io.strandline.catalog.TableHistory.StatisticsFile;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;

/** What the metadata of every table remembers. */
final class HistoryTables {
    private HistoryTables() {}

    static VirtualTable<?> refs(TableSource source) {
        return PartRow.table(
                "refs",
                "Branches and tags of every table",
                source,
                Columns.<PartRow<Ref>>none()
                        .column("ref_name", text().orNull(), PartRow.of(Ref::name), "Name of the branch or tag.")
                        .column("ref_type", text().orNull(), PartRow.of(Ref::type), "branch or tag.")
                        .column("snapshot_id", bigint().orNull(), PartRow.of(Ref::snapshotId), "Its head.")
                        .column(
                                "max_ref_age_ms",
                                bigint().orNull(),
                                PartRow.of(Ref::maxRefAgeMillis),
                                "Age at which it is dropped; NULL if never, or as the table's properties say.")
                        .column(
                                "max_snapshot_age_ms",
                                bigint().orNull(),
                                PartRow.of(Ref::maxSnapshotAgeMillis),
                                "Age at which a branch's snapshots expire; NULL if as the table's properties say.")
                        .column(
                                "min_snapshots_to_keep",
                                integer().orNull(),
                                PartRow.of(Ref::minSnapshotsToKeep),
                                "Snapshots of a branch kept whatever their age; NULL if as the table's properties say."),
                state -> state.history().refs());
    }

    static VirtualTable<?> history(TableSource source) {
        return PartRow.table(
                "history",
                "Which snapshot of each table was made current, and when",
                source,
                Columns.<PartRow<Current>>none()
                        .column("made_current_at", timestamp().orNull(), PartRow.of(Current::at), "When.")
                        .column("snapshot_id", bigint().orNull(), PartRow.of(Current::snapshotId), "Which.")
                        .column(
                                "parent_id",
                                bigint().orNull(),
                                PartRow.of(Current::parentId),
                                "The snapshot it was made from; NULL for a first one, and if it has expired.")
                        .column(
                                "is_ancestor",
                                bool().orNull(),
                                PartRow.of(Current::ancestor),
                                "Whether the current snapshot descends from it, or it is the current one; false after a"
                                        + " rollback, and if it has expired."),
                state -> state.history().currents());
    }

    static VirtualTable<?> metadataLog(TableSource source) {
        return PartRow.table(
                "metadata_log",
                "Metadata files of every table, the present one last",
                source,
                Columns.<PartRow<MetadataFile>>none()
                        .column(
                                "written_at",
                                timestamp().orNull(),
                                PartRow.of(MetadataFile::at),
                                "When it was written.")
                        .column(
                                "metadata_location",
                                text().orNull(),
                                PartRow.of(MetadataFile::location),
                                "The metadata file; an old one may be deleted.")
                        .column(
                                "latest_snapshot_id",
                                bigint().orNull(),
                                PartRow.of(MetadataFile::snapshotId),
                                "Snapshot that was current then; NULL if none was, or it is not known any more.")
                        .column(
                                "is_current",
                                bool().orNull(),
                                PartRow.in(
                                        (table, file) -> isLast(table.history().metadataFiles(), file)),
                                "Whether it is the table's metadata now."),
                state -> state.history().metadataFiles());
    }

    static VirtualTable<?> statisticsFiles(TableSource source) {
        return PartRow.table(
                "statistics_files",
                "Statistics files of every table",
                source,
                Columns.<PartRow<StatisticsFile>>none()
                        .column(
                                "statistics_kind",
                                text().orNull(),
                                PartRow.of(StatisticsFile::kind),
                                "table, or partition for statistics by partition.")
                        .column(
                                "snapshot_id",
                                bigint().orNull(),
                                PartRow.of(StatisticsFile::snapshotId),
                                "Snapshot that it describes.")
                        .column("file_path", text().orNull(), PartRow.of(StatisticsFile::location), "Where it is.")
                        .column("file_size_bytes", bigint().orNull(), PartRow.of(StatisticsFile::bytes), "Its size.")
                        .column(
                                "footer_size_bytes",
                                bigint().orNull(),
                                PartRow.of(StatisticsFile::footerBytes),
                                "Size of its footer; NULL for statistics by partition.")
                        .column(
                                "blob_types",
                                arrayOf(text()).orNull(),
                                PartRow.of(StatisticsFile::blobTypes),
                                "Kinds of statistics in it, in their order."),
                state -> state.history().statisticsFiles());
    }

    private static boolean isLast(List<MetadataFile> files, MetadataFile file) {
        return files.get(files.size() - 1).equals(file);
    }
}
