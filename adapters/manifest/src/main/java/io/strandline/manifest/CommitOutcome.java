package io.strandline.manifest;

import org.jspecify.annotations.Nullable;

/** How a commit ended (MAN-7). */
public sealed interface CommitOutcome {
    /**
     * The version is this commit's, and its final manifest is there.
     *
     * @param left what could not be tidied up after that, in words; null if nothing (MAN-2)
     */
    record Committed(ManifestLocation location, @Nullable String left) implements CommitOutcome {}

    /** The version is another commit's; nothing of this one is left, or {@code detail} says what is. */
    record Conflict(String detail) implements CommitOutcome {}

    /** Whether the version is or will be this commit's is not known. Its staged manifest was left where it is. */
    record Unknown(String detail) implements CommitOutcome {}
}
