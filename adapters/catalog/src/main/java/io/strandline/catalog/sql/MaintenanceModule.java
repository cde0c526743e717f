package io.strandline.catalog.sql;

import io.strandline.catalog.CatalogEntries;
import io.strandline.catalog.TableCredentials;
import io.strandline.catalog.TableMaintenance;
import io.strandline.catalog.TableRefs;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SchemaModule;
import io.strandline.sqlkit.SqlModule;
import java.util.ArrayList;
import java.util.List;

/**
 * What the schema {@code catalog} does to tables beside their desired state: their history, their entries in the catalog, the files
 * they do not need, and credentials for those they have.
 */
public final class MaintenanceModule {
    private MaintenanceModule() {}

    /** Procedures over those. */
    public static SqlModule of(
            TableRefs refs, CatalogEntries entries, TableMaintenance maintenance, TableCredentials credentials) {
        List<Procedure<?>> procedures = new ArrayList<>(EntryProcedures.of(entries));
        procedures.addAll(HistoryProcedures.of(refs));
        procedures.addAll(MaintenanceProcedures.of(maintenance));
        procedures.add(CredentialProcedures.vend(credentials));
        return new SchemaModule(
                "catalog",
                CatalogModule.REMARKS,
                List.of(),
                procedures,
                SchemaModule.together(List.of(
                        refs.resolvers(), entries.resolvers(), maintenance.resolvers(), credentials.resolvers())));
    }
}
