package io.strandline.reconcile;

import java.util.Set;

/**
 * Which new findings of a connection somebody is to be told of.
 *
 * @param kinds of these kinds
 * @param minSeverity and at least of this severity
 */
public record NoticeRule(Set<FindingKind> kinds, Severity minSeverity) {
    public NoticeRule {
        kinds = Set.copyOf(kinds);
    }

    /** Whether it tells of findings of that severity. */
    public boolean tellsOf(Severity severity) {
        return severity.compareTo(minSeverity) >= 0;
    }
}
