package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.manifest.ManifestObjects.Copied;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The way from a recorded staged manifest to the final one (MAN-1): copy, check, point the record at it, remove the staged
 * one. Whoever finds such a record may go it, many at a time: all copy the same bytes, and what one has done the next finds
 * done. A step is a method, so that a test can leave it out.
 */
class Finisher {
    final ManifestStore store;
    final ManifestObjects objects;

    Finisher(ManifestStore store, ManifestObjects objects) {
        this.store = store;
        this.objects = objects;
    }

    /**
     * What came of it.
     *
     * @param left what could not be tidied up, in words; null if nothing
     * @param recorded false if there was no record any more: the dataset was deleted meanwhile
     */
    record Finished(ManifestLocation location, @Nullable String left, boolean recorded) {
        /** Of a manifest that was found final. */
        static Finished found(ManifestLocation location) {
            return new Finished(location, null, true);
        }
    }

    /**
     * Finishes the commit of a staged manifest that is recorded.
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT} if staged and final manifest are gone, {@code CORRUPT} if the final
     *     one is another, {@code BACKEND} if it is not known to be there
     */
    Finished finish(ManifestEntry entry) {
        ManifestName name = entry.name().finished();
        Copied copied = copy(entry, name);
        ObjectStat stat = check(entry, name, copied);
        // from here on the commit is durable: what fails is left for the next who looks (MAN-2)
        return tidied(
                entry, new ManifestLocation(entry.version(), name.path(), stat.size(), name.scheme(), stat.etag()));
    }

    /** Never over another object: one that is there is told by the check. */
    Copied copy(ManifestEntry entry, ManifestName name) {
        Location target = entry.dataset().object(name.path());
        try {
            return objects.copy(entry.dataset().object(entry.path()), target);
        } catch (StrandlineException lost) {
            // the answer may be lost, and not the copy
            if (objects.stat(target).isEmpty()) {
                throw lost;
            }
            objects.persist(target);
            return Copied.TARGET_EXISTS;
        }
    }

    /** MAN-4: what is at the final path must be what was recorded, whoever brought it there. */
    ObjectStat check(ManifestEntry entry, ManifestName name, Copied copied) {
        Location target = entry.dataset().object(name.path());
        ObjectStat stat = objects.stat(target).orElseThrow(() -> gone(entry));
        requireSize(entry, target, stat);
        Location staged = entry.dataset().object(entry.path());
        if (copied == Copied.TARGET_EXISTS && Content.differ(objects, staged, target)) {
            throw new StrandlineException(
                    ErrorCode.CORRUPT,
                    target + ": another object lies where version " + entry.version()
                            + " belongs, and is left there; the"
                            + " version's own manifest is " + staged + ". Move the other one away, then CALL"
                            + " manifest.finalize_manifests.");
        }
        return stat;
    }

    static void requireSize(ManifestEntry entry, Location object, ObjectStat stat) {
        if (!entry.fits(stat.size())) {
            throw new StrandlineException(
                    ErrorCode.CORRUPT,
                    object + ": version " + entry.version() + " is recorded with " + entry.size()
                            + " bytes, the object there has " + stat.size()
                            + ". It was cut or replaced; bring the manifest back from a backup.");
        }
    }

    static StrandlineException gone(ManifestEntry entry) {
        return new StrandlineException(
                ErrorCode.NO_SUCH_OBJECT,
                entry.dataset().base() + ": version " + entry.version() + " is recorded as " + entry.path()
                        + ", and its manifest is gone, staged and final. Bring it back from a backup.");
    }

    private Finished tidied(ManifestEntry entry, ManifestLocation location) {
        try {
            if (!point(entry, entry.name().finished(), location.size())) {
                return new Finished(
                        location, "the record was removed meanwhile, so " + entry.path() + " was left", false);
            }
            removeStaged(entry);
            return Finished.found(location);
        } catch (StrandlineException e) {
            return new Finished(
                    location, "the record or " + entry.path() + " was left as it was: " + e.getMessage(), true);
        }
    }

    boolean point(ManifestEntry entry, ManifestName name, long size) {
        return store.putIfExists(entry.dataset(), entry.version(), name.path(), size);
    }

    /** Only when the record is known to name the final manifest. */
    void removeStaged(ManifestEntry entry) {
        objects.remove(entry.dataset().object(entry.path()));
    }

    /** Where the version's own manifest lies finally, as far as can be told; changes nothing. */
    static Optional<Location> lies(ManifestObjects objects, ManifestEntry entry) {
        ManifestName name = entry.name();
        Stream<ManifestName> names = name.isStaged()
                ? Stream.of(name.finished())
                // names are changed while nobody looks
                : Stream.of(name, name.scheme().other().name(entry.version()));
        return names.map(each -> entry.dataset().object(each.path()))
                .filter(object -> objects.stat(object)
                        .filter(stat -> entry.fits(stat.size()))
                        .isPresent())
                .findFirst();
    }

    /** The record, if somebody finished the commit since it was read, and perhaps gave the manifest its other name. */
    Optional<ManifestEntry> finishedSince(ManifestEntry entry) {
        return store.get(entry.dataset().base(), entry.version())
                .filter(now -> !now.name().isStaged()
                        && now.dataset().identity().equals(entry.dataset().identity()));
    }

    /** Where a manifest is that is said to be final; empty if it is not there. */
    Optional<ManifestLocation> look(ManifestEntry entry, ManifestName name) {
        Location object = entry.dataset().object(name.path());
        return objects.stat(object).map(stat -> {
            requireSize(entry, object, stat);
            return new ManifestLocation(entry.version(), name.path(), stat.size(), name.scheme(), stat.etag());
        });
    }
}
