package io.strandline.manifest;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.Map;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is wrong with datasets, puts it in order, and gives manifests their newer names, each change journaled by itself
 * (GW-1). Thread-safe.
 */
public final class ManifestUpkeep {
    /** How many objects of a dataset are examined at once, unless it is said otherwise: some 100 MB. */
    public static final int DEFAULT_MOST = 500_000;

    private static final String MEND = "manifest.finalize";
    private static final String RENAME = "manifest.rename";

    static final String FINISH = "finish";
    static final String TAKE_IN = "take_in";
    static final String POINT = "point";
    static final String REMOVE_STAGED = "remove_staged";
    static final String RENAMED = "rename";

    private final ManifestStore store;
    private final ManifestPlaces places;
    private final int most;

    /** Upkeep of the datasets of that index that lie at these places, of {@value #DEFAULT_MOST} objects each at most. */
    public ManifestUpkeep(ManifestStore store, ManifestPlaces places) {
        this(store, places, DEFAULT_MOST);
    }

    /** @param most objects of a dataset that are examined at once, which are held in memory */
    public ManifestUpkeep(ManifestStore store, ManifestPlaces places, int most) {
        this.most = most;
        this.store = store;
        this.places = places;
    }

    /**
     * What is wrong with a dataset now.
     *
     * @throws StrandlineException {@code BACKEND} if its objects cannot be listed, {@code LIMIT_EXCEEDED} if they are too many
     *     to be held, {@code STORE}, {@code CORRUPT}
     */
    public List<ManifestFinding> findings(Dataset dataset, CallContext call) {
        call.checkpoint();
        return examination(dataset, call).all(most);
    }

    /**
     * Puts in order what can be proved: finishes commits, takes in manifests without a record, points records, removes staged
     * manifests that are nobody's. What cannot be put in order has a row too.
     *
     * @param version the only one to look at; null for all
     * @param dryRun null for: unless a version is named
     */
    public Stream<ManifestChange> finish(
            Location base, @Nullable ManifestVersion version, @Nullable Boolean dryRun, CallContext call) {
        Dataset dataset = known("finalize_manifests", base, call);
        boolean dry = dryRun == null ? version == null : dryRun;
        call.checkpoint();
        Examination examination = examination(dataset, call);
        List<ManifestFinding> findings = version == null ? examination.all(most) : examination.of(version);
        return findings.stream().map(finding -> mend(finding, dry, call));
    }

    private CallObjects objects(CallContext call) {
        return new CallObjects(places.objects(), call::checkpoint);
    }

    private Examination examination(Dataset dataset, CallContext call) {
        return new Examination(store, places.objects(), dataset, call::checkpoint);
    }

    private Dataset known(String procedure, Location base, CallContext call) {
        ManifestCommits.require(Role.ADMIN, procedure, call);
        places.require(base);
        return store.find(base)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "no dataset is known at " + base + ". SELECT base_uri FROM manifest.datasets lists them."));
    }

    private ManifestChange mend(ManifestFinding finding, boolean dry, CallContext call) {
        call.checkpoint();
        Dataset dataset = finding.dataset();
        String action = action(finding);
        if (!finding.fixable()) {
            return new ManifestChange(
                    dataset.base(), action, finding.version(), finding.path(), false, "not_provable", finding.detail());
        }
        Intent intent = Changes.with(
                Changes.intent(MEND, dataset.base(), finding.version(), dataset.identity(), finding.path()),
                "action",
                action);
        return change(
                dataset.base(),
                action,
                finding.version(),
                finding.path(),
                dry,
                call,
                intent,
                () -> new Tidying(store, objects(call)).mend(finding));
    }

    private static String action(ManifestFinding finding) {
        if (!finding.fixable()) {
            return "leave";
        }
        return switch (finding.kind()) {
            case NOT_FINISHED -> FINISH;
            case UNINDEXED, ABOVE_LATEST -> TAKE_IN;
            case FINAL_MISSING -> POINT;
            case STAGING_LEFT -> REMOVE_STAGED;
            case SECOND_MANIFEST -> RENAMED;
            case SIZE_MISMATCH, STAGING_MISSING, GAP -> "leave";
        };
    }

    /**
     * Gives every final manifest of a dataset its name of the newer scheme (MAN-8), those too that are committed meanwhile. Done
     * again it goes on where it ended. To be closed.
     *
     * @return a row for each that had its older name; {@code LIMIT_EXCEEDED} ends them if too many keep it
     */
    public Stream<ManifestChange> rename(Location base, boolean dryRun, CallContext call) {
        Dataset dataset = known("migrate_manifests", base, call);
        NamingMigration migration = new NamingMigration(store, objects(call), call::checkpoint);
        if (!dryRun) {
            migration.begin(dataset);
        }
        OldNames names = new OldNames(migration, dataset, most);
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(names, Spliterator.ORDERED), false)
                .map(name -> {
                    call.checkpoint();
                    Intent intent = Changes.intent(RENAME, base, name.version(), dataset.identity(), name.path());
                    ManifestChange change =
                            change(base, RENAMED, name.version(), name.path(), dryRun, call, intent, () -> {
                                migration.rename(dataset, name);
                                return Outcome.ofDone();
                            });
                    // what is half done would be listed again for ever
                    if (change.done() && !UpkeepResolver.LEFT_OVER.equals(change.reason())) {
                        names.renamed();
                    } else if (dryRun) {
                        names.shown(name);
                    } else {
                        names.left(name);
                    }
                    return change;
                })
                .onClose(names::close);
    }

    private static ManifestChange change(
            Location base,
            String action,
            ManifestVersion version,
            @Nullable String path,
            boolean dry,
            CallContext call,
            Intent intent,
            Supplier<Outcome> change) {
        if (dry) {
            return new ManifestChange(base, action, version, path, false, "dry_run", "");
        }
        Outcome outcome = call.effects().carryOut(intent, () -> Changes.made(change));
        return new ManifestChange(base, action, version, path, outcome.done(), outcome.reason(), outcome.detail());
    }

    /** Who finds out how a change ended: index and objects tell (GW-1). */
    public Map<String, EffectResolver> resolvers() {
        UpkeepResolver resolver = new UpkeepResolver(store, places.objects());
        return Map.of(MEND, resolver::mended, RENAME, resolver::renamed);
    }
}
