package io.strandline.catalog.sql;

import io.strandline.catalog.CatalogEntries;
import io.strandline.catalog.TableCredentials;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TableRefs;
import io.strandline.common.EffectResolver;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the schema {@code catalog} does to tables beside their desired state: their history, their entries in the catalog, the files
 * they do not need, and credentials for those they have.
 */
public final class MaintenanceModule implements SqlModule {
    private final List<Procedure<?>> procedures;
    private final Map<String, EffectResolver> resolvers;

    /** Procedures over those. */
    public MaintenanceModule(
            TableRefs refs, CatalogEntries entries, TableMaintenance maintenance, TableCredentials credentials) {
        List<Procedure<?>> all = new ArrayList<>(EntryProcedures.of(entries));
        all.addAll(HistoryProcedures.of(refs));
        all.addAll(MaintenanceProcedures.of(maintenance));
        all.add(CredentialProcedures.vend(credentials));
        this.procedures = List.copyOf(all);
        Map<String, EffectResolver> together = new HashMap<>(refs.resolvers());
        together.putAll(entries.resolvers());
        together.putAll(maintenance.resolvers());
        together.putAll(credentials.resolvers());
        this.resolvers = Map.copyOf(together);
    }

    @Override
    public String schema() {
        return "catalog";
    }

    @Override
    public String remarks() {
        return CatalogModule.REMARKS;
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of();
    }

    @Override
    public List<Procedure<?>> procedures() {
        return procedures;
    }

    @Override
    public Map<String, EffectResolver> resolvers() {
        return resolvers;
    }
}
