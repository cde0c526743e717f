package io.strandline.reconcile.sql;

import io.strandline.reconcile.Adoptions;
import io.strandline.reconcile.AutomaticRepairs;
import io.strandline.reconcile.FindingHistory;
import io.strandline.reconcile.Outbox;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.Repairs;
import io.strandline.reconcile.Scans;
import io.strandline.sqlkit.SchemaModule;
import io.strandline.sqlkit.SqlModule;
import java.util.List;

/** The schema {@code reconcile}. */
public final class ReconcileSql {
    private ReconcileSql() {}

    /** The schema over those. */
    public static SqlModule of(
            Reconciler reconciler,
            Repairs repairs,
            AutomaticRepairs automaticRepairs,
            Adoptions adoptions,
            Scans scans,
            FindingHistory history,
            Outbox outbox) {
        return new SchemaModule(
                "reconcile",
                "What differs between the tables of a connection and its registrations, and how to repair it.",
                List.of(
                        ReconcileTables.findings(reconciler),
                        ReconcileTables.scans(scans),
                        HistoryTable.of(history),
                        DriftTable.of(history),
                        NoticesTable.of(outbox),
                        PoliciesTable.policies(automaticRepairs)),
                List.of(
                        ReconcileProcedures.reconcile(reconciler),
                        ReconcileProcedures.repair(repairs),
                        ReconcileProcedures.repairAll(repairs),
                        AdoptProcedure.adopt(adoptions)),
                SchemaModule.together(List.of(reconciler.resolvers(), repairs.resolvers())));
    }
}
