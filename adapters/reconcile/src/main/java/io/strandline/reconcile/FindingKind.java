package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.common.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What is wrong, as {@code reconcile.findings.kind} shows it (REC-17): a closed list. */
public enum FindingKind {
    /** An external table that no registration names (REC-1). */
    ORPHAN(Severity.WARNING, Needs.STATE),
    /** A registration whose table does not exist (REC-2). */
    MISSING(Severity.ERROR, Needs.LISTING),
    /** A registered table that lies elsewhere (REC-3). */
    DRIFTED(Severity.ERROR, Needs.STATE),
    /** An entry of the catalog whose metadata file is gone (REC-5). */
    METADATA_MISSING(Severity.ERROR, Needs.STATE),
    /** An entry of the catalog whose metadata file cannot be read. */
    CORRUPT_METADATA(Severity.ERROR, Needs.STATE),
    /** A table that lies where another does, or where another is registered. */
    SHARED_LOCATION(Severity.ERROR, Needs.STATE),
    /** A table that lies in the directory of another, or of another's registration, or has such a one in its own. */
    NESTED_LOCATION(Severity.WARNING, Needs.STATE),
    /** A table and a registration whose names differ only by case (LOC-6). */
    CASE_COLLISION(Severity.WARNING, Needs.LISTING),
    /** Two locations that only a missing authority tells apart (LOC-2). */
    PREFIX_MISMATCH(Severity.WARNING, Needs.STATE),
    /** A table that is not as it is declared: its plan is not empty (CAT-2). */
    SCHEMA_DRIFT(Severity.WARNING, Needs.DECLARATIONS),
    /** A table that has sinks, with snapshots of a writer that is none of them (CAT-10). */
    UNKNOWN_WRITER(Severity.WARNING, Needs.SINKS),
    /** Another table, by its UUID, under a registered name. */
    TABLE_REPLACED(Severity.ERROR, Needs.STATE),
    /** More tables than the connection's listing limit: what was not seen is not judged (REC-5). */
    LISTING_TRUNCATED(Severity.WARNING, Needs.LISTING),
    /** Files that a table names and that are not there. Looked for by a deep scan alone. */
    FILES_MISSING(Severity.ERROR, Needs.FILES),
    /** Files in a table's place that nothing of it reaches. Looked for by a deep scan alone. */
    ORPHAN_FILES(Severity.INFO, Needs.FILES);

    private enum Needs {
        LISTING,
        STATE,
        DECLARATIONS,
        SINKS,
        FILES
    }

    private final Severity severity;
    private final Needs needs;

    FindingKind(Severity severity, Needs needs) {
        this.severity = severity;
        this.needs = needs;
    }

    /** How much it matters. */
    public Severity severity() {
        return severity;
    }

    /** Whether only a deep scan looks for it: of such a kind, no rows of a comparison say nothing. */
    public boolean needsFiles() {
        return needs == Needs.FILES;
    }

    /** The kinds that every comparison looks for. */
    static Set<FindingKind> lookedFor() {
        return Arrays.stream(values()).filter(kind -> !kind.needsFiles()).collect(Collectors.toUnmodifiableSet());
    }

    /** The kinds that a deep scan looks for. */
    static Set<FindingKind> lookedForDeeply() {
        return Set.of(values());
    }

    /**
     * The kinds of those names that a comparison looks for; of each other name the statement is warned, once, since no rows of
     * it say nothing.
     */
    static Set<FindingKind> asked(Set<?> names, CallContext call) {
        List<String> known = Arrays.stream(values()).map(FindingKind::name).toList();
        names.stream()
                .map(String::valueOf)
                .filter(name -> !known.contains(name))
                .forEach(name -> warnOnce(
                        call,
                        "there is no kind \"" + Text.cut(name, 100) + "\" of finding" + Text.didYouMean(name, known)
                                + " The kinds are " + String.join(", ", known) + "."));
        Set<FindingKind> asked = Arrays.stream(values())
                .filter(kind -> names.contains(kind.name()))
                .collect(Collectors.toSet());
        asked.stream()
                .filter(FindingKind::needsFiles)
                .forEach(kind -> warnOnce(
                        call,
                        "findings of kind " + kind + " are looked for by CALL reconcile(connection => …, deep => true)"
                                + " alone: that there are no rows of it here says nothing."
                                + " reconcile.findings_history has what was found."));
        asked.removeIf(FindingKind::needsFiles);
        return asked;
    }

    private static void warnOnce(CallContext call, String message) {
        call.once(message, () -> {
            call.warn(message);
            return true;
        });
    }

    /** Whether a table has to be looked at to find it. */
    boolean needsState() {
        return needs == Needs.STATE;
    }
}
