package io.strandline.manifest;

import static java.util.Objects.requireNonNull;

import io.strandline.common.SqlNames;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a dataset's manifests, as it was just seen; whoever mends it proves it again.
 *
 * @param version the first one it is about
 * @param upTo the last one, of a gap; else the same
 * @param path of the object or record it is about, below the base; null for a gap
 * @param expected what should be there, where that is known
 * @param actual what is there, where that is known
 * @param fixable whether finalize_manifests puts it in order
 * @param detail the case in words
 */
public record ManifestFinding(
        Dataset dataset,
        ManifestFindingKind kind,
        ManifestVersion version,
        ManifestVersion upTo,
        @Nullable String path,
        @Nullable String expected,
        @Nullable String actual,
        boolean fixable,
        String detail) {
    public ManifestFinding {
        requireNonNull(dataset, "dataset");
        requireNonNull(kind, "kind");
        requireNonNull(version, "version");
        requireNonNull(upTo, "upTo");
        requireNonNull(detail, "detail");
    }

    static ManifestFinding of(
            Dataset dataset,
            ManifestFindingKind kind,
            ManifestVersion version,
            String path,
            boolean fixable,
            String detail) {
        return new ManifestFinding(dataset, kind, version, version, path, null, null, fixable, detail);
    }

    ManifestFinding sizes(@Nullable Object wanted, Object there) {
        return new ManifestFinding(
                dataset, kind, version, upTo, path, String.valueOf(wanted), String.valueOf(there), fixable, detail);
    }

    /** The call that puts it in order; null if none can. */
    public @Nullable String fixSql() {
        return fixable
                ? "CALL manifest.finalize_manifests(base_uri => "
                        + SqlNames.literal(dataset.base().text()) + ", version => " + version + ")"
                : null;
    }
}
