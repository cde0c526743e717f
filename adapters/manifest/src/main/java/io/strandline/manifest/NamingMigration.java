package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.ManifestObjects.Copied;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Gives the final manifests of a dataset the names of the newer scheme (MAN-8): copy, record, remove, one version at a time.
 * Begun again it goes on where it ended; readers find a version by either name meanwhile (MAN-5).
 */
final class NamingMigration {
    private final ManifestStore store;
    private final ManifestObjects objects;

    private final Runnable checkpoint;

    NamingMigration(ManifestStore store, ManifestObjects objects) {
        this(store, objects, () -> {});
    }

    /** @param checkpoint called for each record that is looked at */
    NamingMigration(ManifestStore store, ManifestObjects objects, Runnable checkpoint) {
        this.store = store;
        this.objects = objects;
        this.checkpoint = checkpoint;
    }

    /**
     * From now on nothing is committed by names of the older scheme: what is under way has its record.
     *
     * @throws StrandlineException {@code REFUSED} if the dataset was deleted
     */
    void begin(Dataset dataset) {
        if (!store.setScheme(dataset, NamingScheme.V2)) {
            throw new StrandlineException(
                    ErrorCode.REFUSED, dataset.base() + ": the dataset was deleted meanwhile; nothing is renamed.");
        }
    }

    /** What is recorded of commits that are under way by names of the older scheme: their final names. To be closed. */
    Stream<ManifestName> underWay(Dataset dataset) {
        return store.entries(dataset.base())
                .peek(entry -> checkpoint.run())
                .map(ManifestEntry::name)
                .filter(name -> name.isStaged() && name.scheme() == NamingScheme.V1)
                .map(ManifestName::finished);
    }

    /** The final manifests that have names of the older scheme, as they are listed. To be closed. */
    Stream<ManifestName> listed(Dataset dataset) {
        return objects.list(dataset.object(ManifestName.DIRECTORY))
                .flatMap(object -> ManifestName.parse(object.name()).stream())
                .filter(name -> !name.isStaged() && name.scheme() == NamingScheme.V1);
    }

    /**
     * Renames one of them, or finds it renamed; a commit that is under way is finished first. The older name is removed only when the newer one is proved to hold the same,
     * and the record, if there is one, to name it.
     *
     * @throws StrandlineException {@code CORRUPT} if another manifest has the newer name already, or what was copied is not
     *     what was recorded; {@code REFUSED} if the version's commit cannot be finished, or the manifest is not the
     *     dataset's; what {@link ManifestStore#location} throws
     */
    void rename(Dataset dataset, ManifestName name) {
        Optional<ManifestEntry> entry = entry(dataset, name);
        ManifestName newer = NamingScheme.V2.name(name.version());
        Location source = dataset.object(name.path());
        Location target = dataset.object(newer.path());
        Optional<ObjectStat> older = objects.stat(source);
        Copied copied = copy(source, target);
        ObjectStat stat = objects.stat(target)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT, source + " is gone, and " + target + " is not there."));
        if (older.filter(seen -> seen.size() != stat.size()).isPresent()
                || (copied == Copied.TARGET_EXISTS && Content.differ(objects, source, target))) {
            throw new StrandlineException(
                    ErrorCode.CORRUPT,
                    dataset.base() + ": version " + name.version() + " has two manifests that differ, " + name.path()
                            + " and " + newer.path() + ". Move the wrong one away.");
        }
        if (entry.isPresent()) {
            Finisher.requireSize(entry.orElseThrow(), target, stat);
            if (!store.putIfExists(dataset, name.version(), newer.path(), stat.size())) {
                throw refused(dataset, name, "lost its record meanwhile");
            }
        }
        objects.remove(source);
    }

    /** A store that cannot tell would copy over what is there. */
    private Copied copy(Location source, Location target) {
        if (objects.stat(target).isEmpty()) {
            return objects.copy(source, target);
        }
        objects.persist(target);
        return Copied.TARGET_EXISTS;
    }

    /** The record of a version that may be renamed; empty for a manifest without one that the dataset takes in. */
    private Optional<ManifestEntry> entry(Dataset dataset, ManifestName name) {
        if (store.find(dataset.base()).filter(dataset::equals).isEmpty()) {
            throw refused(dataset, name, "is of a dataset that was deleted");
        }
        Optional<ManifestEntry> entry =
                store.get(dataset.base(), name.version()).flatMap(this::finished);
        if (entry.filter(there -> there.name().isStaged()).isPresent()) {
            throw refused(dataset, name, "is not finished: CALL manifest.finalize_manifests first");
        }
        if (entry.isEmpty() && !dataset.takesIn()) {
            throw refused(dataset, name, "was left by a dataset that was deleted at this base");
        }
        return entry;
    }

    private Optional<ManifestEntry> finished(ManifestEntry entry) {
        if (!entry.name().isStaged()) {
            return Optional.of(entry);
        }
        new Resolver(store, objects).resolve(entry);
        return store.get(entry.dataset().base(), entry.version());
    }

    private static StrandlineException refused(Dataset dataset, ManifestName name, String why) {
        return new StrandlineException(
                ErrorCode.REFUSED,
                dataset.base() + ": version " + name.version() + " " + why + "; " + name.path() + " is left as it is.");
    }
}
