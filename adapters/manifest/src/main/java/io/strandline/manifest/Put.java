package io.strandline.manifest;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;

/**
 * A commit to be made.
 *
 * @param dataset as {@link ManifestStore#open} gave it
 * @param staging path of the staged manifest, below the base
 * @param size of the staged manifest in bytes, as its writer knows it
 * @param commitId tells this commit from all others; the same again is the same commit
 * @param committer user whose commit it is
 */
public record Put(
        Dataset dataset,
        ManifestVersion version,
        String staging,
        long size,
        NamingScheme scheme,
        String commitId,
        String committer) {
    /**
     * Checks the staged name.
     *
     * @throws StrandlineException {@link ErrorCode#BAD_ARGUMENT} unless it is a staged name of that version and scheme
     */
    public Put {
        requireNonNull(dataset, "dataset");
        requireNonNull(version, "version");
        requireNonNull(commitId, "commitId");
        requireNonNull(committer, "committer");
        ManifestName wanted = scheme.name(version);
        if (!staging.startsWith(ManifestName.DIRECTORY)
                || ManifestName.parse(staging)
                        .filter(name -> name.isStaged() && name.finished().equals(wanted))
                        .isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "staging path \"" + Text.cut(staging, 200) + "\" is none of version " + version
                            + ". Write the manifest to " + wanted.path()
                            + "- followed by a random UUID in lower case, below the base.");
        }
        if (size < 0) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT, "size " + size + " of " + staging + " is negative. Give its bytes.");
        }
    }

    Claim claim() {
        return new Claim(dataset, version, staging, size, commitId, committer);
    }

    /** Where the staged manifest lies. */
    Location staged() {
        return dataset.object(staging);
    }

    /** Its final name. */
    ManifestName finished() {
        return scheme.name(version);
    }
}
