package io.strandline.catalog.sql;

import io.strandline.catalog.Ahead;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;

/** The schema {@code catalog}: what tables there are and in what state, live (CAT-1, CAT-13, CAT-14). */
public final class CatalogModule implements SqlModule {
    /** Tables loaded at once, over all statements. */
    private static final int LOADS_AT_ONCE = 8;

    private final List<VirtualTable<?>> tables;

    /**
     * The schema over those catalogs.
     *
     * @param external which tables are not managed
     * @param states what was read before
     */
    public CatalogModule(Catalogs catalogs, ExternalLocations external, StateCache states) {
        Ahead ahead = new Ahead(LOADS_AT_ONCE);
        TableSource source = new TableSource(catalogs, states, ahead);
        this.tables = List.of(
                CatalogsTable.of(catalogs, ahead),
                NamespacesTable.of(catalogs),
                TablesTable.of(source, external),
                ColumnsTable.of(source),
                PropertiesTable.of(source),
                LayoutTables.partitionFields(source),
                LayoutTables.sortFields(source),
                SnapshotsTable.of(source),
                HistoryTables.refs(source),
                HistoryTables.history(source),
                HistoryTables.metadataLog(source),
                HistoryTables.statisticsFiles(source),
                FileTables.manifests(source),
                FileTables.files(source),
                FileTables.partitions(source));
    }

    @Override
    public String schema() {
        return "catalog";
    }

    @Override
    public String remarks() {
        return "The lake's catalogs: namespaces, tables, columns, properties and snapshots as they are now.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return tables;
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of();
    }
}
