package io.strandline.manifest;

/** What the index says to a {@link Claim}. */
public sealed interface ClaimAnswer {
    /** The claim is recorded. */
    record Claimed() implements ClaimAnswer {}

    /** The version has a record, which was left as it is (MAN-13). */
    record Taken(ManifestEntry entry) implements ClaimAnswer {}

    /** A commit below the latest version, where nobody would look for it; nothing was recorded. */
    record BelowLatest(ManifestVersion latest) implements ClaimAnswer {}

    /** A commit by other names than the dataset's versions are claimed by (MAN-8); nothing was recorded. */
    record OtherScheme(NamingScheme scheme) implements ClaimAnswer {}

    /** The dataset is not the one at that base any more (MAN-9); nothing was recorded. */
    record Gone() implements ClaimAnswer {}
}
