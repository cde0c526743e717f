package io.strandline.manifest.sql;

import io.strandline.manifest.ManifestCommits;
import io.strandline.manifest.ManifestListing;
import io.strandline.manifest.ManifestUpkeep;
import io.strandline.sqlkit.SchemaModule;
import io.strandline.sqlkit.SqlModule;
import java.util.List;

/** The schema {@code manifest}. */
public final class ManifestSql {
    private ManifestSql() {}

    /** The schema over that index. */
    public static SqlModule of(ManifestListing listing, ManifestCommits commits, ManifestUpkeep upkeep) {
        return new SchemaModule(
                "manifest",
                "Datasets whose commits the manifest store picks the winners of, their versions, and what is wrong with them.",
                List.of(
                        ManifestTables.datasets(listing),
                        ManifestTables.versions(listing),
                        ManifestTables.findings(listing, upkeep)),
                List.of(
                        ManifestProcedures.commit(commits),
                        ManifestProcedures.finish(upkeep),
                        ManifestProcedures.migrate(upkeep),
                        ManifestProcedures.delete(commits)),
                SchemaModule.together(List.of(commits.resolvers(), upkeep.resolvers())));
    }
}
