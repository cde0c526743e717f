package io.strandline.manifest;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** How final manifests are named (MAN-8). Detached ones are named alike in both. */
public enum NamingScheme {
    /** {@code 7.manifest}. */
    V1,
    /** The number that is left to 2^64-1, in 20 digits, so that a listing begins with the latest. */
    V2;

    /** The final name of that version. */
    public ManifestName name(ManifestVersion version) {
        // a detached version has one name, which counts as of the newer scheme
        return new ManifestName(version, version.isDetached() ? V2 : this, null);
    }

    /** The scheme that is not this one. */
    public NamingScheme other() {
        return this == V1 ? V2 : V1;
    }

    /** The scheme of the highest version among those names; empty if none of them is that of a version. */
    public static Optional<NamingScheme> detect(Stream<ManifestName> names) {
        return names.filter(name -> !name.version().isDetached())
                .max(Comparator.comparing(ManifestName::version).thenComparing(ManifestName::scheme))
                .map(ManifestName::scheme);
    }
}
