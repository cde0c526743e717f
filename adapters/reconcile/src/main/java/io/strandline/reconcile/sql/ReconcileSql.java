package io.strandline.reconcile.sql;

import io.strandline.common.EffectResolver;
import io.strandline.reconcile.Adoptions;
import io.strandline.reconcile.AutomaticRepairs;
import io.strandline.reconcile.FindingHistory;
import io.strandline.reconcile.Outbox;
import io.strandline.reconcile.Reconciler;
import io.strandline.reconcile.Repairs;
import io.strandline.reconcile.Scans;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schema {@code reconcile}. */
public final class ReconcileSql implements SqlModule {
    private final List<VirtualTable<?>> tables;
    private final List<Procedure<?>> procedures;
    private final Map<String, EffectResolver> resolvers = new HashMap<>();

    /** The schema over those. */
    public ReconcileSql(
            Reconciler reconciler,
            Repairs repairs,
            AutomaticRepairs automaticRepairs,
            Adoptions adoptions,
            Scans scans,
            FindingHistory history,
            Outbox outbox) {
        this.tables = List.of(
                ReconcileTables.findings(reconciler),
                ReconcileTables.scans(scans),
                HistoryTable.of(history),
                DriftTable.of(history),
                NoticesTable.of(outbox),
                PoliciesTable.policies(automaticRepairs));
        this.procedures = List.of(
                ReconcileProcedures.reconcile(reconciler),
                ReconcileProcedures.repair(repairs),
                ReconcileProcedures.repairAll(repairs),
                AdoptProcedure.adopt(adoptions));
        resolvers.putAll(reconciler.resolvers());
        resolvers.putAll(repairs.resolvers());
    }

    @Override
    public String schema() {
        return "reconcile";
    }

    @Override
    public String remarks() {
        return "What differs between the tables of a connection and its registrations, and how to repair it.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return tables;
    }

    @Override
    public List<Procedure<?>> procedures() {
        return procedures;
    }

    @Override
    public Map<String, EffectResolver> resolvers() {
        return Map.copyOf(resolvers);
    }
}
