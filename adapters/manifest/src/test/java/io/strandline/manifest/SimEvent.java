package io.strandline.manifest;

/** What a simulated process came to. */
sealed interface SimEvent {
    /** A commit that was told to be done. */
    record Won(Dataset dataset, ManifestVersion version, String commitId, String content) implements SimEvent {}

    /** A commit that was told to be another's. */
    record Lost(ManifestVersion version, String commitId) implements SimEvent {}

    /** A version that was read. */
    record Read(Dataset dataset, ManifestLocation location) implements SimEvent {}

    /** Nothing that is known: an error, or an unknown outcome. */
    record Unsure(String why) implements SimEvent {}
}
