package io.strandline.manifest;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Location;

/**
 * A dataset as the index knows it. Its identity is kept apart from its versions: one that is deleted and made again at the
 * same base has another, and what holds the old one changes nothing (MAN-9).
 *
 * @param takesIn whether manifests that lie there without a record are its own (MAN-5); not of one made after another was
 *     deleted there, whose manifests may still lie there (MAN-10)
 */
public record Dataset(String identity, Location base, boolean takesIn) {
    public Dataset {
        requireNonNull(identity, "identity");
        requireNonNull(base, "base");
    }

    /** Where an object of it lies. */
    public Location object(String path) {
        return base.resolve(path);
    }
}
