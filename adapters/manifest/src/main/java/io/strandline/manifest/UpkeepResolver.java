package io.strandline.manifest;

import io.strandline.common.Intent;
import io.strandline.common.Location;
import io.strandline.common.Outcome;
import java.util.Optional;

/**
 * Tells how changes ended whose answers were lost: record and objects show it (GW-1). What is half made is done as far as it
 * can be read, and says what was left; only what changed nothing is refused.
 */
final class UpkeepResolver {
    static final String LEFT_OVER = "left_over";

    private final ManifestStore store;
    private final ManifestObjects objects;

    UpkeepResolver(ManifestStore store, ManifestObjects objects) {
        this.store = store;
        this.objects = objects;
    }

    /** Of {@link Tidying#mend}. */
    Outcome mended(Intent intent) {
        String path = Changes.field(intent, "path");
        return switch (Changes.field(intent, "action")) {
            case ManifestUpkeep.FINISH -> finished(intent, path);
            case ManifestUpkeep.TAKE_IN -> doneIf(recorded(intent).isPresent(), intent);
            case ManifestUpkeep.POINT ->
                doneIf(recorded(intent).filter(now -> !now.path().equals(path)).isPresent(), intent);
            case ManifestUpkeep.RENAMED -> renamed(intent);
            default -> doneIf(!isThere(intent, path), intent);
        };
    }

    private static Outcome doneIf(boolean done, Intent intent) {
        return done ? Outcome.ofDone() : Changes.notMade(intent);
    }

    /** The record of a version, unless its dataset was deleted since, or made again. */
    private Optional<ManifestEntry> recorded(Intent intent) {
        return store.get(Changes.base(intent), Changes.version(intent))
                .filter(now -> now.dataset().identity().equals(Changes.field(intent, "identity")));
    }

    private boolean isThere(Intent intent, String path) {
        return objects.stat(Changes.base(intent).resolve(path)).isPresent();
    }

    private Outcome finished(Intent intent, String staged) {
        Optional<ManifestEntry> recorded = recorded(intent);
        if (recorded.isEmpty()) {
            return Outcome.refused(
                    "exec_failed",
                    intent.target() + " has no record any more: its dataset was deleted. Its manifest may have been"
                            + " copied.");
        }
        if (recorded.filter(now -> now.path().equals(staged)).isEmpty()) {
            return isThere(intent, staged) ? leftOver(staged + " is still there") : Outcome.ofDone();
        }
        Optional<Location> lies = recorded.flatMap(now -> Finisher.lies(objects, now));
        if (lies.isEmpty()) {
            return Changes.notMade(intent);
        }
        Location own = Changes.base(intent).resolve(staged);
        // the size alone does not say whose it is
        return lies.filter(there -> Content.differ(objects, own, there)).isPresent()
                ? Outcome.unknown("another object lies where the version belongs, and is left there; the version's own"
                        + " manifest is " + own)
                : leftOver("the manifest is final, and whoever reads the version next points its record at it");
    }

    /** Of {@link NamingMigration#rename}. */
    Outcome renamed(Intent intent) {
        ManifestVersion version = Changes.version(intent);
        String older = NamingScheme.V1.name(version).path();
        String newer = NamingScheme.V2.name(version).path();
        boolean hasOlder = isThere(intent, older);
        Optional<ObjectStat> stat = objects.stat(Changes.base(intent).resolve(newer));
        if (stat.isEmpty()) {
            return hasOlder
                    ? Changes.notMade(intent)
                    : Outcome.unknown("the manifest is there by neither name; manifest.findings shows what is there");
        }
        if (hasOlder
                && Content.differ(
                        objects,
                        Changes.base(intent).resolve(older),
                        Changes.base(intent).resolve(newer))) {
            return Changes.notMade(intent);
        }
        // a manifest that was found has no record
        Optional<ManifestEntry> recorded = recorded(intent);
        if (stat.filter(there -> recorded.filter(now -> !now.fits(there.size())).isPresent())
                .isPresent()) {
            return Outcome.unknown("the manifest has not the size on record; manifest.findings shows what is there");
        }
        if (hasOlder) {
            return leftOver("the manifest has both names; the same call again removes the older one");
        }
        return recorded.filter(now -> !now.path().equals(newer)).isPresent()
                ? Outcome.unknown("the record names another manifest; manifest.findings shows what is there")
                : Outcome.ofDone();
    }

    private static Outcome leftOver(String detail) {
        return new Outcome.Done(LEFT_OVER, detail);
    }
}
