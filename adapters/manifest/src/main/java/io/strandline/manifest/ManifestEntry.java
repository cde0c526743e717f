package io.strandline.manifest;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.jspecify.annotations.Nullable;

/**
 * A record of the index: which manifest is that version.
 *
 * @param path as stored, below the base: of the staged manifest until the final one is known to be there
 * @param size in bytes; null in an index that keeps none
 * @param commitId whose commit it was; null in an index that keeps none, and for a manifest that was found (MAN-7)
 */
public record ManifestEntry(
        Dataset dataset,
        ManifestVersion version,
        String path,
        @Nullable Long size,
        @Nullable String commitId) {
    public ManifestEntry {
        requireNonNull(dataset, "dataset");
        requireNonNull(version, "version");
        requireNonNull(path, "path");
    }

    /** Whether an object of that many bytes can be its manifest; always in an index that keeps no sizes. */
    boolean fits(long bytes) {
        return size == null || size == bytes;
    }

    /**
     * What the path says.
     *
     * @throws StrandlineException {@link ErrorCode#CORRUPT} if it is not the path of a manifest of this version
     */
    public ManifestName name() {
        return ManifestName.parse(path)
                .filter(name -> name.version().equals(version))
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.CORRUPT,
                        dataset.base() + ": the index has \"" + path + "\" as version " + version
                                + ", which is not the name of that version's manifest. Correct the index."));
    }
}
