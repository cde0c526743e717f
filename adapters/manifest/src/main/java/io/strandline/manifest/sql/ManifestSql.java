package io.strandline.manifest.sql;

import io.strandline.common.EffectResolver;
import io.strandline.manifest.ManifestCommits;
import io.strandline.manifest.ManifestListing;
import io.strandline.manifest.ManifestUpkeep;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schema {@code manifest}. */
public final class ManifestSql implements SqlModule {
    private final List<VirtualTable<?>> tables;
    private final List<Procedure<?>> procedures;
    private final Map<String, EffectResolver> resolvers = new HashMap<>();

    /** The schema over that index. */
    public ManifestSql(ManifestListing listing, ManifestCommits commits, ManifestUpkeep upkeep) {
        this.tables = List.of(
                ManifestTables.datasets(listing),
                ManifestTables.versions(listing),
                ManifestTables.findings(listing, upkeep));
        this.procedures = List.of(
                ManifestProcedures.commit(commits),
                ManifestProcedures.finish(upkeep),
                ManifestProcedures.migrate(upkeep),
                ManifestProcedures.delete(commits));
        resolvers.putAll(commits.resolvers());
        resolvers.putAll(upkeep.resolvers());
    }

    @Override
    public String schema() {
        return "manifest";
    }

    @Override
    public String remarks() {
        return "Datasets whose commits the manifest store picks the winners of, their versions, and what is wrong with them.";
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
