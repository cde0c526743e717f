package io.strandline.catalog.sql;

import io.strandline.catalog.Ahead;
import io.strandline.catalog.Catalogs;
import io.strandline.catalog.DesiredState;
import io.strandline.catalog.ExternalLocations;
import io.strandline.catalog.StateCache;
import io.strandline.catalog.TableLoads;
import io.strandline.common.EffectResolver;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlCatalog;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.TableStatementKind;
import io.strandline.sqlkit.VirtualTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schema {@code catalog}: what tables there are and in what state, live (CAT-1, CAT-13, CAT-14). */
public final class CatalogModule implements SqlModule {
    static final String REMARKS =
            "The lake's catalogs: namespaces, tables, columns, properties and snapshots as they are now, and tables as they shall be.";

    /** Tables loaded at once, over all statements. */
    private static final int LOADS_AT_ONCE = 8;

    private final List<VirtualTable<?>> tables;
    private final List<Procedure<?>> procedures;
    private final Map<TableStatementKind, Procedure<?>> statements;
    private final Map<String, EffectResolver> resolvers;
    private final List<SqlCatalog> lakes;

    /**
     * The schema over those catalogs, only to be read.
     *
     * @param external which tables are not managed
     * @param states what was read before
     */
    public CatalogModule(Catalogs catalogs, ExternalLocations external, StateCache states) {
        Ahead ahead = new Ahead(LOADS_AT_ONCE);
        TableSource source = new TableSource(catalogs, states, ahead);
        this.tables = observed(catalogs, external, source, ahead);
        this.lakes = lakes(catalogs, states, source, tables, LakeWriters.NONE);
        this.procedures = List.of();
        this.statements = Map.of();
        this.resolvers = Map.of();
    }

    /**
     * The schema over those catalogs, and how their tables shall be.
     *
     * @param external which tables are not managed
     * @param states what was read before
     * @param state how tables shall be, and how they get there
     */
    public CatalogModule(Catalogs catalogs, ExternalLocations external, StateCache states, DesiredState state) {
        this(catalogs, external, states, state, LakeWriters.NONE);
    }

    /** The same, with what takes rows for the tables. */
    public CatalogModule(
            Catalogs catalogs, ExternalLocations external, StateCache states, DesiredState state, LakeWriters writers) {
        Ahead ahead = new Ahead(LOADS_AT_ONCE);
        TableSource source = new TableSource(catalogs, states, ahead);
        List<VirtualTable<?>> all = new ArrayList<>(observed(catalogs, external, source, ahead));
        this.lakes = lakes(catalogs, states, source, all, writers);
        all.add(DesiredTablesTable.of(state.declarations()));
        all.add(PlansTable.of(state, ahead));
        this.tables = List.copyOf(all);
        this.procedures = List.of(
                DesiredProcedures.declare(state),
                DesiredProcedures.undeclare(state),
                DesiredProcedures.reconcileTable(state),
                DesiredProcedures.reconcileTables(state));
        this.statements = TableStatementProcedures.of(state.statements());
        this.resolvers = state.resolvers();
    }

    private static List<VirtualTable<?>> observed(
            Catalogs catalogs, ExternalLocations external, TableSource source, Ahead ahead) {
        return List.of(
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

    private static List<SqlCatalog> lakes(
            Catalogs catalogs,
            StateCache states,
            TableSource source,
            List<VirtualTable<?>> tables,
            LakeWriters writers) {
        Map<String, VirtualTable<?>> beside = new HashMap<>();
        tables.stream()
                .filter(table -> OneTable.NAMES.contains(table.name()))
                .forEach(table -> beside.put(table.name(), table));
        OneTable.IN_TRINO.forEach((theirs, ours) -> beside.put(theirs, beside.get(ours)));
        TableLoads loads = new TableLoads(catalogs, states);
        return catalogs.all().stream()
                .<SqlCatalog>map(catalog -> new LakeCatalog(catalog, source, loads, beside, writers))
                .toList();
    }

    @Override
    public String schema() {
        return "catalog";
    }

    @Override
    public String remarks() {
        return REMARKS;
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
    public Map<TableStatementKind, Procedure<?>> statements() {
        return statements;
    }

    @Override
    public List<SqlCatalog> catalogs() {
        return lakes;
    }

    @Override
    public Map<String, EffectResolver> resolvers() {
        return resolvers;
    }
}
