package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.Finisher.Finished;
import java.util.Optional;
import java.util.stream.Stream;

/** Puts in order what an examination found, each proved again at the moment. A proof is a method, so that a test can leave it out. */
class Tidying {
    private final ManifestStore store;
    private final ManifestObjects objects;
    private final Resolver resolver;

    Tidying(ManifestStore store, ManifestObjects objects) {
        this.store = store;
        this.objects = objects;
        this.resolver = new Resolver(store, objects);
    }

    /**
     * Mends one finding, or finds it mended.
     *
     * @return with {@code left_over} if the version is in order, and what was there before could not be tidied up
     * @throws StrandlineException {@code REFUSED} if it is not fixable, or not proved any more; what {@link
     *     ManifestStore#location} throws
     */
    Outcome mend(ManifestFinding finding) {
        Dataset dataset = finding.dataset();
        if (!finding.fixable()
                || store.find(dataset.base())
                        .filter(now -> now.identity().equals(dataset.identity()))
                        .isEmpty()) {
            throw refused(finding, "cannot be put in order by a call, or its dataset was deleted");
        }
        return switch (finding.kind()) {
            case NOT_FINISHED, UNINDEXED, ABOVE_LATEST -> finish(dataset, finding);
            case FINAL_MISSING -> point(dataset, finding);
            case STAGING_LEFT -> removeStaged(dataset, finding);
            case SECOND_MANIFEST -> rename(dataset, finding);
            case SIZE_MISMATCH, STAGING_MISSING, GAP -> throw refused(finding, "cannot be put in order by a call");
        };
    }

    private Outcome finish(Dataset dataset, ManifestFinding finding) {
        Finished finished = resolver.finished(dataset.base(), finding.version());
        if (!finished.recorded()) {
            throw refused(finding, "lost its record while it was finished, since its dataset was deleted");
        }
        return finished.left() == null ? Outcome.ofDone() : new Outcome.Done("left_over", finished.left());
    }

    /** One that was being renamed. Both names are never removed at once, since all who rename remove the older one. */
    private Outcome rename(Dataset dataset, ManifestFinding finding) {
        new NamingMigration(store, objects).rename(dataset, NamingScheme.V1.name(finding.version()));
        return Outcome.ofDone();
    }

    private Outcome point(Dataset dataset, ManifestFinding finding) {
        ManifestLocation location = resolver.resolve(dataset.base(), finding.version());
        if (!store.putIfExists(dataset, finding.version(), location.path(), location.size())) {
            throw refused(finding, "lost its record meanwhile");
        }
        return Outcome.ofDone();
    }

    /**
     * A staged manifest of a version that is another's, or finished, is nobody's any more. Without a record it may be that of
     * a claim that is under way, and is left; so it is while what is on record is damaged, whose last copy it may be.
     */
    private Outcome removeStaged(Dataset dataset, ManifestFinding finding) {
        String path = finding.path();
        Optional<ManifestEntry> entry = store.get(dataset.base(), finding.version());
        if (path == null || !isAnothers(entry, path)) {
            throw refused(finding, "may be of a commit that is under way");
        }
        if (!isThere(entry)) {
            throw refused(finding, "may be the last copy, since what is on record is missing or has another size");
        }
        objects.remove(dataset.object(path));
        return Outcome.ofDone();
    }

    /** Whether the version's record names another manifest than that one. */
    boolean isAnothers(Optional<ManifestEntry> entry, String path) {
        return entry.filter(recorded -> !recorded.path().equals(path)).isPresent();
    }

    /** Whether the version's own manifest is there. */
    boolean isThere(Optional<ManifestEntry> recorded) {
        return recorded.filter(entry -> Stream.of(
                                entry.path(), entry.name().finished().path())
                        .anyMatch(own -> objects.stat(entry.dataset().object(own))
                                .filter(stat -> entry.fits(stat.size()))
                                .isPresent()))
                .isPresent();
    }

    private static StrandlineException refused(ManifestFinding finding, String why) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                finding.kind() + " of version " + finding.version() + " of "
                        + finding.dataset().base() + " " + why
                        + ". SELECT * FROM manifest.findings shows what is there now.");
    }
}
