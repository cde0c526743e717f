package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.arrayOf;
import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.catalog.DesiredState;
import io.strandline.catalog.DroppedTable;
import io.strandline.catalog.ExpireOptions;
import io.strandline.catalog.ExpiredSnapshots;
import io.strandline.catalog.FileTally;
import io.strandline.catalog.OrphanFile;
import io.strandline.catalog.RewrittenManifests;
import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableMaintenance;
import io.strandline.common.Role;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The procedures that maintain tables (CAT-17). Columns have the names that Spark's procedures give them. */
final class MaintenanceProcedures {
    private static final String DRY_RUN = "dry_run";
    private static final String OLDER_THAN = "older_than";
    private static final String BELOW_FLOOR = "allow_below_floor";
    private static final String BELOW_FLOOR_REMARKS =
            "Whether what is younger than 24 hours may go too; only for tables that nothing writes to.";

    private static final Columns<FileTally> COUNTS = counts();

    private static final Columns<ExpiredSnapshots> EXPIRED = Columns.<ExpiredSnapshots>none()
            .with(PlanRow.NAMES, ExpiredSnapshots::table)
            .column(
                    "expired_snapshots_count",
                    bigint(),
                    ExpiredSnapshots::snapshots,
                    "Snapshots that expired, or would.")
            .column(
                    "expired_refs_count",
                    bigint(),
                    ExpiredSnapshots::refs,
                    "Branches and tags past their age, and tags of final_runs.")
            .with(COUNTS, ExpiredSnapshots::files)
            .column(
                    "final_runs",
                    arrayOf(text()),
                    ExpiredSnapshots::finalRuns,
                    "Runs that cannot be rolled back any more, or could not: what they need went by force, or their tags are"
                            + " past their age.")
            .column(
                    "retained_runs",
                    arrayOf(text()),
                    ExpiredSnapshots::retainedRuns,
                    "Runs that can be rolled back, and for which snapshots stay that are old.")
            .column("done", bool(), ExpiredSnapshots::done, "Whether the snapshots are gone.")
            .column(
                    "reason",
                    text().orNull(),
                    ExpiredSnapshots::reason,
                    "Why not, or what else is to be known: dry_run, unchanged, audit_failed, or files_left if some could"
                            + " not be deleted.");

    private static final Columns<OrphanFile> ORPHANS = Columns.<OrphanFile>none()
            .with(PlanRow.NAMES, OrphanFile::table)
            .column(
                    "orphan_file_location",
                    text(),
                    orphan -> orphan.file().location(),
                    "The file, as its store writes it.")
            .column("file_bytes", bigint(), orphan -> orphan.file().bytes(), "Its size.")
            .column("written_at", timestamp(), orphan -> orphan.file().writtenAt(), "When it was written.")
            .column("done", bool(), OrphanFile::done, "Whether it is deleted.")
            .column(
                    "reason",
                    text().orNull(),
                    OrphanFile::reason,
                    "Why not, or what else is to be known: dry_run; prefix_mismatch for one that differs from a file of the"
                            + " table by scheme or host alone; exec_failed, outcome_unknown or audit_failed.");

    private static final Columns<RewrittenManifests> REWRITTEN = Columns.<RewrittenManifests>none()
            .with(PlanRow.NAMES, RewrittenManifests::table)
            .column(
                    "rewritten_manifests_count",
                    bigint(),
                    RewrittenManifests::rewritten,
                    "Manifests that were joined, or would be.")
            .column(
                    "added_manifests_count",
                    bigint().orNull(),
                    RewrittenManifests::added,
                    "Manifests that hold their files now; NULL in a dry run.")
            .column("done", bool(), RewrittenManifests::done, "Whether it is so now.")
            .column(
                    "reason",
                    text().orNull(),
                    RewrittenManifests::reason,
                    "Why not, or what else is to be known: dry_run, unchanged or audit_failed.");

    private static final Columns<DroppedTable> DROPPED = Columns.<DroppedTable>none()
            .with(PlanRow.NAMES, DroppedTable::table)
            .column(
                    "metadata_location",
                    text().orNull(),
                    DroppedTable::metadataFile,
                    "Its last metadata file, with which register_table brings it back unless it was purged.")
            .with(COUNTS, DroppedTable::files)
            .column(
                    "deleted_metadata_files_count",
                    bigint(),
                    dropped -> dropped.files().count(Kind.METADATA),
                    "Metadata files deleted, or to be.")
            .column("done", bool(), DroppedTable::done, "Whether the table is gone.")
            .column(
                    "reason",
                    text().orNull(),
                    DroppedTable::reason,
                    "Why not, or what else is to be known: dry_run, unchanged, audit_failed, or files_left if some could"
                            + " not be deleted.");

    private MaintenanceProcedures() {}

    private static Columns<FileTally> counts() {
        return Columns.<FileTally>none()
                .column("deleted_data_files_count", bigint(), of(Kind.DATA), "Data files deleted, or to be.")
                .column(
                        "deleted_position_delete_files_count",
                        bigint(),
                        of(Kind.POSITION_DELETES),
                        "Position delete files and deletion vectors deleted, or to be.")
                .column(
                        "deleted_equality_delete_files_count",
                        bigint(),
                        of(Kind.EQUALITY_DELETES),
                        "Equality delete files deleted, or to be.")
                .column("deleted_manifest_files_count", bigint(), of(Kind.MANIFEST), "Manifests deleted, or to be.")
                .column(
                        "deleted_manifest_lists_count",
                        bigint(),
                        of(Kind.MANIFEST_LIST),
                        "Manifest lists deleted, or to be.")
                .column(
                        "deleted_statistics_files_count",
                        bigint(),
                        of(Kind.STATISTICS),
                        "Statistics files deleted, or to be.")
                .column(
                        "kept_files_count",
                        bigint(),
                        FileTally::kept,
                        "Files that the table does not need and that were left: they lie outside of its places, or could"
                                + " not be deleted.");
    }

    private static Function<FileTally, Long> of(Kind kind) {
        return tally -> tally.count(kind);
    }

    static List<Procedure<?>> of(TableMaintenance maintenance) {
        return List.of(drop(maintenance), expire(maintenance), removeOrphans(maintenance), rewrite(maintenance));
    }

    private static Procedure.Builder changing(String name, String remarks, Role role) {
        return Procedure.named(name, remarks)
                .role(role)
                .changes()
                .background()
                .parameter(CommonColumns.TABLE, text(), DesiredProcedures.TABLE);
    }

    private static TableRef table(Arguments arguments) {
        return DesiredState.table(arguments.text(CommonColumns.TABLE));
    }

    private static Procedure<DroppedTable> drop(TableMaintenance maintenance) {
        return changing("drop_table", "Drops a table; its files stay unless they are purged.", Role.ADMIN)
                .optional(
                        "purge",
                        bool(),
                        false,
                        "Whether its files are deleted too: only if all can be read of, none lies where another table"
                                + " does, and gc.enabled is not false.")
                .optional(DRY_RUN, bool(), false, "Check it, count what would be deleted, and do nothing.")
                .returns(DROPPED)
                .does((arguments, call) -> Stream.of(
                        maintenance.drop(table(arguments), arguments.bool("purge"), arguments.bool(DRY_RUN), call)));
    }

    private static Procedure<ExpiredSnapshots> expire(TableMaintenance maintenance) {
        return changing(
                        "expire_snapshots",
                        "Takes old snapshots out of a table and deletes the files that only they reach; a dry run unless"
                                + " told otherwise.",
                        Role.ADMIN)
                .optional(
                        OLDER_THAN,
                        timestamp(),
                        "Snapshots committed before this time expire; left out, as the table says, five days by default.")
                .optional(
                        "retain_last",
                        integer(),
                        "So many snapshots of each branch stay whatever their age; left out, as the table says, 1 by"
                                + " default.")
                .optional(
                        "snapshot_ids",
                        arrayOf(bigint()),
                        "Snapshots that expire whatever their age, beside those that are old; heads of branches and tags"
                                + " are refused.")
                .optional(BELOW_FLOOR, bool(), false, BELOW_FLOOR_REMARKS)
                .optional(
                        "force",
                        bool(),
                        false,
                        "Whether what runs need for their rollback expires too: those runs are final then.")
                .optional(DRY_RUN, bool(), true, "Count what would expire and be deleted, and do nothing.")
                .returns(EXPIRED)
                .does((arguments, call) -> Stream.of(maintenance.expire(
                        table(arguments),
                        new ExpireOptions(
                                arguments.optionalTimestamp(OLDER_THAN).orElse(null),
                                arguments.optionalInteger("retain_last").orElse(null),
                                Set.copyOf(arguments.bigints("snapshot_ids")),
                                arguments.bool(BELOW_FLOOR),
                                arguments.bool("force")),
                        arguments.bool(DRY_RUN),
                        call)));
    }

    private static Procedure<OrphanFile> removeOrphans(TableMaintenance maintenance) {
        return changing(
                        "remove_orphan_files",
                        "Deletes files that lie where a table does and that nothing of it reaches; a dry run unless told"
                                + " otherwise.",
                        Role.ADMIN)
                .optional(
                        OLDER_THAN,
                        timestamp(),
                        "Files written before this time are looked at; left out, three days ago.")
                .optional("location", text(), "Directory of the table to look into; left out, all of it.")
                .optional(BELOW_FLOOR, bool(), false, BELOW_FLOOR_REMARKS)
                .optional(DRY_RUN, bool(), true, "Show what would be deleted, and do nothing.")
                .returns(ORPHANS)
                .does((arguments, call) -> maintenance
                        .removeOrphans(
                                table(arguments),
                                arguments.optionalTimestamp(OLDER_THAN),
                                arguments.optionalText("location"),
                                arguments.bool(BELOW_FLOOR),
                                arguments.bool(DRY_RUN),
                                call)
                        .stream());
    }

    private static Procedure<RewrittenManifests> rewrite(TableMaintenance maintenance) {
        return changing(
                        "rewrite_manifests",
                        "Joins a table's small manifests of data files, so that scans are planned faster.",
                        Role.OPERATOR)
                .optional("spec_id", integer(), "Only manifests of this partition spec; left out, of the current one.")
                .optional(DRY_RUN, bool(), false, "Say how many would be joined, and do nothing.")
                .returns(REWRITTEN)
                .does((arguments, call) -> Stream.of(maintenance.rewriteManifests(
                        table(arguments), arguments.optionalInteger("spec_id"), arguments.bool(DRY_RUN), call)));
    }
}
