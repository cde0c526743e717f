package io.strandline.reconcile.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.date;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.reconcile.DriftDay;
import io.strandline.reconcile.FindingHistory;
import io.strandline.sqlkit.VirtualTable;

/** The history counted by day, for charts (REC-18). */
final class DriftTable {
    private DriftTable() {}

    static VirtualTable<DriftDay> of(FindingHistory history) {
        return VirtualTable.<DriftDay>named(
                        "drift_daily",
                        "Findings of stored scans counted by connection, kind and day, each day from the first finding to the"
                                + " last scan.")
                .column("catalog_name", text(), DriftDay::catalog, "Catalog that was compared.")
                .column("namespace", text(), DriftDay::namespace, "Scratch target, levels quoted where needed.")
                .column("connection_name", text(), DriftDay::connection, "Connection that was compared.")
                .column("kind", text(), DriftDay::kind, "What was wrong: " + ReconcileTables.KINDS + ".")
                .column("day_utc", date(), DriftDay::day, "Day, from midnight to midnight UTC.")
                .column("open_findings", bigint(), DriftDay::open, "Findings open at the end of the day.")
                .column(
                        "new_findings",
                        bigint(),
                        DriftDay::opened,
                        "Findings first seen on that day, those among them that came back.")
                .column("resolved_findings", bigint(), DriftDay::resolved, "Findings resolved on that day.")
                .column(
                        "provable_findings",
                        bigint(),
                        DriftDay::provable,
                        "Findings open at the end of the day that could be proved to be ours when they were last seen.")
                .key("connection_name", "catalog_name", "namespace", "kind", "day_utc")
                .pushes("connection_name", "catalog_name", "namespace", "kind")
                .pushesComparisons("day_utc")
                .rows(history::daily);
    }
}
