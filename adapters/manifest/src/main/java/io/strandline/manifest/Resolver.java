package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.Finisher.Finished;
import java.util.Optional;

/** Finds the final manifest of a version, and brings it there or into the index where that is still to be done (MAN-5). */
final class Resolver {
    private final ManifestStore store;
    private final ManifestObjects objects;
    private final Finisher finisher;

    Resolver(ManifestStore store, ManifestObjects objects) {
        this(new Finisher(store, objects));
    }

    Resolver(Finisher finisher) {
        this.store = finisher.store;
        this.objects = finisher.objects;
        this.finisher = finisher;
    }

    /** {@link ManifestStore#location}. */
    ManifestLocation resolve(Location base, ManifestVersion version) {
        return finished(base, version).location();
    }

    /** As {@link ManifestStore#location} does it for a record. */
    ManifestLocation resolve(ManifestEntry entry) {
        return finished(entry).location();
    }

    /** As {@link #resolve(Location, ManifestVersion)}, with what was left to do. */
    Finished finished(Location base, ManifestVersion version) {
        return store.get(base, version).map(this::finished).orElseGet(() -> takeIn(base, version));
    }

    /** As {@link #resolve(ManifestEntry)}, with what was left to do. */
    Finished finished(ManifestEntry entry) {
        ManifestName name = entry.name();
        if (name.isStaged()) {
            return finish(entry);
        }
        return finisher.look(entry, name)
                .or(() -> renamed(entry, name))
                .map(Finished::found)
                .orElseThrow(() -> Finisher.gone(entry));
    }

    private Finished finish(ManifestEntry entry) {
        try {
            return finisher.finish(entry);
        } catch (StrandlineException e) {
            Optional<ManifestEntry> now =
                    e.code() == ErrorCode.NO_SUCH_OBJECT ? finisher.finishedSince(entry) : Optional.empty();
            return finished(now.orElseThrow(() -> e));
        }
    }

    /** A dataset whose names are changed is read meanwhile. */
    private Optional<ManifestLocation> renamed(ManifestEntry entry, ManifestName name) {
        return finisher.look(entry, name.scheme().other().name(entry.version()));
    }

    /** A version without a record whose manifest is there. */
    private Finished takeIn(Location base, ManifestVersion version) {
        Dataset dataset = store.find(base).filter(Dataset::takesIn).orElseThrow(() -> unknown(base, version));
        for (NamingScheme scheme : NamingScheme.values()) {
            String path = scheme.name(version).path();
            Optional<ObjectStat> found = objects.stat(dataset.object(path));
            if (found.isPresent()) {
                return taken(
                        new Claim(dataset, version, path, found.orElseThrow().size(), null, ""));
            }
        }
        throw unknown(base, version);
    }

    private Finished taken(Claim found) {
        ClaimAnswer answer = store.putIfNotExists(found);
        if (answer instanceof ClaimAnswer.Claimed) {
            return finished(new ManifestEntry(found.dataset(), found.version(), found.path(), found.size(), null));
        }
        if (answer instanceof ClaimAnswer.Taken taken) {
            return finished(taken.entry());
        }
        throw unknown(found.dataset().base(), found.version());
    }

    private static StrandlineException unknown(Location base, ManifestVersion version) {
        return new StrandlineException(
                ErrorCode.NO_SUCH_OBJECT,
                base + " has no version " + version
                        + ". SELECT version FROM manifest.versions WHERE base_uri = '…' lists" + " those it has.");
    }
}
