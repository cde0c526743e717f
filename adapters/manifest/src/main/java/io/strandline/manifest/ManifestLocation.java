package io.strandline.manifest;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Where a version's final manifest is, as one caller saw it. A cache of manifests takes (base, version, ETag) for its key: an
 * ETag tells observations apart and says nothing of content (MAN-6).
 *
 * @param path below the dataset's base
 * @param size in bytes
 * @param etag what the object store called this observation; null if it calls it nothing
 */
public record ManifestLocation(
        ManifestVersion version,
        String path,
        long size,
        NamingScheme scheme,
        @Nullable String etag) {
    public ManifestLocation {
        requireNonNull(version, "version");
        requireNonNull(path, "path");
        requireNonNull(scheme, "scheme");
    }
}
