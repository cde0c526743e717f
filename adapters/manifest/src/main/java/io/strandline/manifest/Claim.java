package io.strandline.manifest;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What is to be recorded of a version that has no record yet.
 *
 * @param dataset as {@link ManifestStore#open} gave it
 * @param path of the manifest, below the base; of a final one only if it was found without a record
 * @param size in bytes
 * @param commitId tells this commit from all others, also when it is asked again; null for a manifest that was found
 * @param committer user whose commit it is; empty for a manifest that was found
 */
public record Claim(
        Dataset dataset,
        ManifestVersion version,
        String path,
        long size,
        @Nullable String commitId,
        String committer) {
    public Claim {
        requireNonNull(dataset, "dataset");
        requireNonNull(version, "version");
        requireNonNull(path, "path");
        requireNonNull(committer, "committer");
    }

    /** The scheme that its dataset has to have; null where any will do: of a detached version, or a manifest that was found. */
    public @Nullable NamingScheme scheme() {
        return isCommit() && !version.isDetached()
                ? ManifestName.parse(path).map(ManifestName::scheme).orElse(null)
                : null;
    }

    /** Whether it is of a commit, not of a final manifest that was found. */
    public boolean isCommit() {
        return commitId != null;
    }
}
