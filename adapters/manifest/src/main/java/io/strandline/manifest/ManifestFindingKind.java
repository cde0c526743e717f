package io.strandline.manifest;

/** What can be wrong with a dataset's manifests. Closed. */
public enum ManifestFindingKind {
    /** A version is claimed, and its final manifest is not there or not recorded: a commit under way, or one that died. */
    NOT_FINISHED("WARNING"),
    /** A staged manifest that no record names. */
    STAGING_LEFT("INFO"),
    /** A manifest has another size than was recorded. */
    SIZE_MISMATCH("ERROR"),
    /** The final manifest of a version is not where the record says. */
    FINAL_MISSING("ERROR"),
    /** A version is claimed, and neither its staged nor its final manifest is there. */
    STAGING_MISSING("ERROR"),
    /** Versions between others that have neither record nor manifest. */
    GAP("WARNING"),
    /** A final manifest without a record, not above the latest version. */
    UNINDEXED("WARNING"),
    /** A final manifest without a record, above the latest version: somebody commits past the index. */
    ABOVE_LATEST("ERROR"),
    /** A version has final manifests of both names. */
    SECOND_MANIFEST("WARNING");

    private final String severity;

    ManifestFindingKind(String severity) {
        this.severity = severity;
    }

    /** INFO, WARNING or ERROR. */
    public String severity() {
        return severity;
    }
}
