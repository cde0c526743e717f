package io.strandline.manifest;

import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The index of manifests: (base, version) to path and size, and the protocol that commits over it (MAN-1). Bases are compared
 * as places (LOC). What a backend must give is one record written at a time; the default methods carry the rest, and a backend
 * that can write a manifest directly replaces {@link #put} (MAN-15). Thread-safe; what a put returned, any process reads.
 *
 * <p>Every method throws {@link StrandlineException} {@code STORE} if the index did not say how it went: a write may then have
 * been made, or be made yet.
 */
public interface ManifestStore {
    /** The dataset at that base, made known if none is (MAN-9). */
    Dataset open(Location base);

    /** The dataset at that base; empty if none is known. */
    Optional<Dataset> find(Location base);

    /** The record of a version; empty if the version or the base is unknown. */
    Optional<ManifestEntry> get(Location base, ManifestVersion version);

    /** The record of the highest version that is not detached; empty if the base is unknown or has none (MAN-12). */
    Optional<ManifestEntry> latest(Location base);

    /** The records of that base in order of version. To be closed. */
    Stream<ManifestEntry> entries(Location base);

    /**
     * Records a version that has no record, at most once whoever asks (MAN-13). One write, but for a dataset's first commit,
     * whose scheme the later ones have to have (MAN-8).
     *
     * @return never {@link ClaimAnswer.BelowLatest} or {@link ClaimAnswer.OtherScheme} for a detached version, or for a
     *     manifest that was found
     */
    ClaimAnswer putIfNotExists(Claim claim);

    /**
     * Points the record of a version at that path (MAN-13). Its commit id stays. One write.
     *
     * @return false, and nothing is written, if there is no record, or the dataset is not the one at its base any more
     */
    boolean putIfExists(Dataset dataset, ManifestVersion version, String path, long size);

    /** The scheme that versions of the dataset at that base are claimed by; empty if none is settled, or the base is unknown. */
    Optional<NamingScheme> scheme(Location base);

    /**
     * Has versions of a dataset claimed by that scheme only (MAN-8). One write. Whatever is claimed by the other has its record
     * when this returns.
     *
     * @return false, and nothing is changed, if the dataset is not the one at its base any more
     */
    boolean setScheme(Dataset dataset, NamingScheme scheme);

    /**
     * Removes every record of exactly that dataset, and no object (MAN-10).
     *
     * @return false, and nothing is changed, if it is not the one at its base any more
     */
    boolean delete(Dataset dataset);

    /** Whether records keep the commit id of their claim; one that does not decides by content (MAN-7). */
    default boolean keepsCommitIds() {
        return true;
    }

    /**
     * Where a version's final manifest is, after helping an unfinished commit to its end (MAN-5).
     *
     * @throws StrandlineException {@code NO_SUCH_OBJECT} for an unknown version, or if its manifest is gone; {@code CORRUPT}
     *     if another object lies there; {@code BACKEND}
     */
    default ManifestLocation location(Location base, ManifestVersion version, ManifestObjects objects) {
        return new Resolver(this, objects).resolve(base, version);
    }

    /**
     * Where the latest version's final manifest is, as {@link #location}. One read of the index, unless it has to help
     * (MAN-11, MAN-14).
     *
     * @return empty if there is no version
     */
    default Optional<ManifestLocation> latestLocation(Location base, ManifestObjects objects) {
        return latest(base).map(new Resolver(this, objects)::resolve);
    }

    /**
     * Commits a staged manifest as a version: two writes of the index if nobody is in the way (MAN-11). An ETag of the staged
     * object is not asked for, since it would be neither kept nor compared (MAN-6).
     *
     * @throws StrandlineException with nothing changed: {@code NO_SUCH_OBJECT} if the staged manifest is not there, {@code
     *     BAD_ARGUMENT} if it has another size or its commit id is another manifest's, {@code REFUSED} if the dataset is not
     *     the one at that base any more: in the index then, a manifest may have been copied. {@code CORRUPT} if the version is claimed and its manifest was removed or another one put in its place
     */
    default CommitOutcome put(Put put, ManifestObjects objects) {
        return new Committer(this, objects).put(put);
    }
}
