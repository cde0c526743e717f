package io.strandline.reconcile.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.reconcile.FindingHistory;
import io.strandline.reconcile.PastFinding;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;

/** What scans found over time (REC-18). */
final class HistoryTable {
    private static final Columns<PastFinding> COLUMNS = Columns.<PastFinding>none()
            .column("catalog_name", text(), PastFinding::catalog, "Catalog that was compared.")
            .column("namespace", text(), PastFinding::namespace, "Scratch target, levels quoted where needed.")
            .column("table_name", text().orNull(), PastFinding::table, "Table it is about; NULL if it is about all.")
            .column("connection_name", text(), PastFinding::connection, "Connection that was compared.")
            .column("kind", text(), PastFinding::kind, "What was wrong: " + ReconcileTables.KINDS + ".")
            .column("severity", text(), PastFinding::severity, "INFO, WARNING or ERROR, as last seen.")
            .column(
                    "registration_id",
                    text().orNull(),
                    PastFinding::registrationId,
                    "Registration it is about, if one is.")
            .column(
                    "expected",
                    text().orNull(),
                    PastFinding::expected,
                    "Where the registration said the table lies, as last seen.")
            .column("actual", text().orNull(), PastFinding::actual, "Where the table lay, as last seen.")
            .column("location", text().orNull(), PastFinding::location, "Where it lay, or else should, as last seen.")
            .column(
                    "source_kind",
                    text().orNull(),
                    PastFinding::sourceKind,
                    "Kind of what it comes from, as last seen.")
            .column("source_id", text().orNull(), PastFinding::sourceId, "Id of what it comes from, as last seen.")
            .column("provable", bool(), PastFinding::provable, "Whether it could be proved to be ours, as last seen.")
            .column("detail", text(), PastFinding::detail, "The case in words, as last seen.")
            .column("first_seen", timestamp(), PastFinding::firstSeen, "End of the first scan that saw it.")
            .column("last_seen", timestamp(), PastFinding::lastSeen, "End of the last scan that saw it.")
            .column(
                    "resolved_at",
                    timestamp().orNull(),
                    PastFinding::resolvedAt,
                    "End of the scan that would have seen it and did not; NULL while it is open.")
            .column("times_seen", bigint(), PastFinding::timesSeen, "Scans that saw it.")
            .column("first_scan_id", bigint(), PastFinding::firstScanId, "First scan that saw it.")
            .column("last_scan_id", bigint(), PastFinding::lastScanId, "Last scan that saw it.")
            .column(
                    "resolved_scan_id",
                    bigint().orNull(),
                    PastFinding::resolvedScanId,
                    "Scan that saw it no more; NULL while it is open.")
            .column("finding_id", bigint(), PastFinding::id, "Id; one that comes back is another finding.");

    private HistoryTable() {}

    static VirtualTable<PastFinding> of(FindingHistory history) {
        return VirtualTable.<PastFinding>named(
                        "findings_history",
                        "Findings of stored scans, one row each from when it is first seen until it is resolved.")
                .columns(COLUMNS)
                .key("finding_id")
                .pushesComparisons(COLUMNS.list().stream().map(Column::name).toArray(String[]::new))
                .sorts()
                .rows(history::findings);
    }
}
