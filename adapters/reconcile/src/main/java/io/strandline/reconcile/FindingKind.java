package io.strandline.reconcile;

/** What is wrong, as {@code reconcile.findings.kind} shows it (REC-17). */
public enum FindingKind {
    /** An external table that no registration names (REC-1). */
    ORPHAN(Severity.WARNING, true),
    /** A registration whose table does not exist (REC-2). */
    MISSING(Severity.ERROR, false),
    /** A registered table that lies elsewhere (REC-3). */
    DRIFTED(Severity.ERROR, true),
    /** An entry of the catalog whose metadata file is gone (REC-5). */
    METADATA_MISSING(Severity.ERROR, true),
    /** An entry of the catalog whose metadata file cannot be read. */
    CORRUPT_METADATA(Severity.ERROR, true),
    /** A table and a registration whose names differ only by case (LOC-6). */
    CASE_COLLISION(Severity.WARNING, false),
    /** Two locations that only a missing authority tells apart (LOC-2). */
    PREFIX_MISMATCH(Severity.WARNING, true),
    /** More tables than the connection's listing limit: what was not seen is not judged (REC-5). */
    LISTING_TRUNCATED(Severity.WARNING, false);

    private final Severity severity;
    private final boolean needsState;

    FindingKind(Severity severity, boolean needsState) {
        this.severity = severity;
        this.needsState = needsState;
    }

    /** How much it matters. */
    public Severity severity() {
        return severity;
    }

    /** Whether a table has to be loaded to find it. */
    boolean needsState() {
        return needsState;
    }
}
