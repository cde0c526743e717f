package io.strandline.catalog;

import io.strandline.catalog.RefDecision.Make;
import io.strandline.catalog.RefDecision.Refuse;
import io.strandline.catalog.RefDecision.Unchanged;
import io.strandline.common.AtTheMoment;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Joins small manifests of data files, so that fewer have to be read to plan a scan. Thread-safe. */
final class ManifestRewrite {
    static final String REWRITE = "rewrite_manifests";
    private static final long EIGHT_MB = 8L << 20;

    private final Catalogs catalogs;
    private final OneCommit commits;

    ManifestRewrite(Catalogs catalogs, OneCommit commits) {
        this.catalogs = catalogs;
        this.commits = commits;
    }

    RewrittenManifests rewrite(TableRef table, Optional<Integer> specId, boolean dryRun, CallContext call) {
        call.caller().require(Role.OPERATOR, REWRITE);
        call.caller().requireUnlimited(REWRITE);
        TableCatalog catalog = catalogs.get(table.catalog());
        long[] small = new long[1];
        OneCommit.Made made = commits.carryOut(
                REWRITE,
                table,
                live -> {
                    // each attempt decides by the manifests of its own state
                    small[0] = small(catalog, live, specId.orElse(live.partitionSpecId()), new AtTheMoment(call));
                    return decide(live, small[0], specId.orElse(null));
                },
                dryRun,
                call);
        if (!(made.decision() instanceof Make) || !made.done()) {
            boolean would = made.decision() instanceof Make;
            return new RewrittenManifests(
                    table, would ? small[0] : 0, would ? null : Long.valueOf(0), made.done(), made.reason());
        }
        Map<String, String> summary = catalog.describe(table, call)
                .flatMap(TableState::currentSnapshot)
                .map(SnapshotState::summary)
                .orElse(Map.of());
        return new RewrittenManifests(
                table,
                number(summary.get("manifests-replaced"), small[0]),
                number(summary.get("manifests-created"), 0),
                true,
                made.reason());
    }

    private static long number(@Nullable String text, long otherwise) {
        try {
            return text == null ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private static RefDecision decide(TableState live, long small, @Nullable Integer specId) {
        Long current = live.currentSnapshotId();
        if (current != null && live.currentSnapshot().isEmpty()) {
            return new Refuse(
                    RefDecisions.MAIN,
                    current,
                    "current_snapshot_missing",
                    "its current snapshot id " + current + " names no snapshot: the metadata is damaged.");
        }
        return small < 2
                ? new Unchanged(RefDecisions.MAIN, current)
                : new Make(RefDecisions.MAIN, current, null, new TableChange.RewriteManifests(specId));
    }

    /** Manifests of data files that are smaller than the table wants them. */
    private static long small(TableCatalog catalog, TableState live, int specId, CallContext call) {
        TableFiles files = catalog.files()
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NOT_SUPPORTED,
                        live.ref() + ": a catalog of type " + catalog.type()
                                + " does not tell of manifests. Use the engine that owns the table."));
        long wanted = number(live.properties().get("commit.manifest.target-size-bytes"), EIGHT_MB);
        TableEntry entry = new TableEntry(live.ref(), TableType.TABLE, null, live.metadataLocation());
        try (var manifests =
                files.manifests(entry, new FilesWanted(Optional.empty(), Set.of(), FilesWanted.Among.ANY), call)) {
            return manifests
                    .filter(manifest -> manifest.content().equals("data")
                            && manifest.specId() == specId
                            && manifest.bytes() < wanted)
                    .count();
        }
    }
}
