package io.strandline.catalog.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.catalog.CatalogEntries;
import io.strandline.catalog.CatalogEntries.Entry;
import io.strandline.catalog.DesiredState;
import io.strandline.catalog.SnapshotState;
import io.strandline.common.Role;
import io.strandline.common.SqlNames;
import io.strandline.common.TableRef;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The procedures about entries of a catalog; the tables' files stay as they are. */
final class EntryProcedures {
    private static final Columns<Entry> NAMES = Columns.<Entry>none()
            .with(PlanRow.NAMES, Entry::table)
            .column(
                    "metadata_location",
                    text().orNull(),
                    Entry::metadataFile,
                    "Metadata file that the entry names; NULL if the catalog does not tell.");

    private static final Columns<Entry> REGISTERED = ended(NAMES.column(
                    "current_snapshot_id",
                    bigint().orNull(),
                    entry -> entry.state() == null ? null : entry.state().currentSnapshotId(),
                    "Current snapshot of the table; NULL if it has none, or if nothing had to be done.")
            .column("total_records_count", bigint().orNull(), entry -> total(entry, "total-records"), "Its records.")
            .column(
                    "total_data_files_count",
                    bigint().orNull(),
                    entry -> total(entry, "total-data-files"),
                    "Its data files."));

    private static final Columns<Entry> RENAMED = ended(NAMES.column(
                    "new_namespace",
                    text(),
                    entry -> newName(entry).namespaceText(),
                    "Namespace it has now, or would have.")
            .column("new_name", text(), entry -> newName(entry).name(), "Name it has now, or would have."));

    private static final Columns<Entry> GONE = ended(NAMES);

    private EntryProcedures() {}

    private static Columns<Entry> ended(Columns<Entry> columns) {
        return columns.column("done", bool(), Entry::done, "Whether it is so now.")
                .column(
                        "reason",
                        text().orNull(),
                        Entry::reason,
                        "Why not, or what else is to be known: dry_run, unchanged or audit_failed.");
    }

    private static @Nullable Long total(Entry entry, String key) {
        return entry.state() == null
                ? null
                : entry.state()
                        .currentSnapshot()
                        .map((SnapshotState snapshot) -> SnapshotRow.count(snapshot, key))
                        .orElse(null);
    }

    private static TableRef newName(Entry entry) {
        return entry.newName() == null ? entry.table() : entry.newName();
    }

    static List<Procedure<Entry>> of(CatalogEntries entries) {
        return List.of(register(entries), unregister(entries), rename(entries));
    }

    private static Procedure<Entry> register(CatalogEntries entries) {
        return Procedure.named("register_table", "Makes a catalog entry for a table that is there as files.")
                .role(Role.OPERATOR)
                .changes()
                .background()
                .parameter(CommonColumns.TABLE, text(), DesiredProcedures.TABLE)
                .parameter(
                        "metadata_file", text(), "Location of the metadata file that shall be the table's current one.")
                .optional("dry_run", bool(), false, "Read it, check it, and make nothing.")
                .returns(REGISTERED)
                .does((arguments, call) -> Stream.of(entries.register(
                        DesiredState.table(arguments.text(CommonColumns.TABLE)),
                        arguments.text("metadata_file"),
                        arguments.bool("dry_run"),
                        call)));
    }

    private static Procedure<Entry> unregister(CatalogEntries entries) {
        return Procedure.named(
                        "unregister_table",
                        "Takes a table's catalog entry away and leaves its files; works where its metadata is gone.")
                .role(Role.ADMIN)
                .changes()
                .parameter(CommonColumns.TABLE, text(), DesiredProcedures.TABLE)
                .optional("dry_run", bool(), false, "Say what would be taken away, and do nothing.")
                .returns(GONE)
                .does((arguments, call) -> Stream.of(entries.unregister(
                        DesiredState.table(arguments.text(CommonColumns.TABLE)), arguments.bool("dry_run"), call)));
    }

    private static Procedure<Entry> rename(CatalogEntries entries) {
        return Procedure.named(
                        "rename_table", "Gives a table another name in its catalog; its files stay where they are.")
                .role(Role.OPERATOR)
                .changes()
                .parameter(CommonColumns.TABLE, text(), DesiredProcedures.TABLE)
                .parameter(
                        "new_name",
                        text(),
                        "Name in the same namespace, or the whole name in the same catalog: catalog.namespace.table.")
                .optional("dry_run", bool(), false, "Check it, and do nothing.")
                .returns(RENAMED)
                .does((arguments, call) -> {
                    TableRef table = DesiredState.table(arguments.text(CommonColumns.TABLE));
                    return Stream.of(entries.rename(
                            table, beside(table, arguments.text("new_name")), arguments.bool("dry_run"), call));
                });
    }

    private static TableRef beside(TableRef table, String name) {
        List<String> parts = SqlNames.split(name);
        return parts.size() == 1
                ? new TableRef(table.catalog(), table.namespace(), parts.get(0))
                : DesiredState.table(name);
    }
}
