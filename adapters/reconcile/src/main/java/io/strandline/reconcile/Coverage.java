package io.strandline.reconcile;

import io.strandline.common.Text;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a scan looked at: a finding that it did not see again is gone only if it could have seen it (REC-5, REC-18). In doubt
 * it could not.
 *
 * @param kinds kinds it looked for; none if nothing could be compared
 * @param lastListed where its listing was cut: the last name it read in code point order; null if it read all
 * @param failedTables tables whose look-up failed
 * @param unreadableTables tables of whose metadata nothing could be read
 * @param failedRegistrations registrations whose look-up failed
 * @param untoldStrays tables of which nobody could tell whether files in their places are orphans
 */
public record Coverage(
        Set<FindingKind> kinds,
        @Nullable String lastListed,
        Set<String> failedTables,
        Set<String> unreadableTables,
        Set<String> failedRegistrations,
        Set<String> untoldStrays) {
    /** Nothing was looked at. */
    public static final Coverage NONE = new Coverage(Set.of(), null, Set.of(), Set.of(), Set.of(), Set.of());

    /** Kinds told by one table that is listed, whatever is wrong with others. */
    private static final Set<FindingKind> OF_A_LISTED_TABLE = EnumSet.of(
            FindingKind.ORPHAN,
            FindingKind.DRIFTED,
            FindingKind.METADATA_MISSING,
            FindingKind.CORRUPT_METADATA,
            FindingKind.PREFIX_MISMATCH,
            FindingKind.SCHEMA_DRIFT,
            FindingKind.UNKNOWN_WRITER,
            FindingKind.TABLE_REPLACED,
            FindingKind.FILES_MISSING,
            FindingKind.ORPHAN_FILES);

    /** Kinds of a table of which no more can be told, least of all where it lies. */
    private static final Set<FindingKind> TOLD_OF_AN_UNREADABLE =
            EnumSet.of(FindingKind.METADATA_MISSING, FindingKind.CORRUPT_METADATA);

    /** Kinds told without a look at any other table. */
    private static final Set<FindingKind> OF_ITSELF = EnumSet.of(FindingKind.MISSING, FindingKind.LISTING_TRUNCATED);

    public Coverage {
        kinds = Set.copyOf(kinds);
        failedTables = Set.copyOf(failedTables);
        unreadableTables = Set.copyOf(unreadableTables);
        failedRegistrations = Set.copyOf(failedRegistrations);
        untoldStrays = Set.copyOf(untoldStrays);
    }

    /** Of a scan that could tell orphans among files of every table that it looked at. */
    public Coverage(
            Set<FindingKind> kinds,
            @Nullable String lastListed,
            Set<String> failedTables,
            Set<String> unreadableTables,
            Set<String> failedRegistrations) {
        this(kinds, lastListed, failedTables, unreadableTables, failedRegistrations, Set.of());
    }

    /**
     * What a comparison covered.
     *
     * @param lastListed where its listing was cut; null if it was not
     * @param findings what it found, failed look-ups among them
     * @param untoldStrays tables of which nobody could tell whether files in their places are orphans
     */
    static Coverage of(
            Set<FindingKind> kinds,
            @Nullable String lastListed,
            Collection<Finding> findings,
            Set<String> untoldStrays) {
        List<Finding> failed = findings.stream().filter(f -> f.kind() == null).toList();
        if (failed.stream().anyMatch(f -> f.table() == null)) {
            return NONE;
        }
        return new Coverage(
                kinds,
                lastListed,
                tables(failed.stream()),
                tables(findings.stream().filter(f -> f.kind() != null && TOLD_OF_AN_UNREADABLE.contains(f.kind()))),
                failed.stream()
                        .map(Finding::registrationId)
                        .filter(Objects::nonNull)
                        .collect(Collectors.toSet()),
                untoldStrays);
    }

    private static Set<String> tables(Stream<Finding> findings) {
        return findings.map(Finding::table).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    /** Whether a finding of that identity would have been found again if it were still there. */
    public boolean covers(FindingKey finding) {
        FindingKind kind = finding.knownKind().orElse(null);
        if (kind == null || !kinds.contains(kind) || isFailed(finding)) {
            return false;
        }
        if (unreadableTables.contains(finding.table())
                && kind != FindingKind.MISSING
                && !TOLD_OF_AN_UNREADABLE.contains(kind)) {
            return false;
        }
        if (kind == FindingKind.ORPHAN_FILES && untoldStrays.contains(finding.table())) {
            return false;
        }
        boolean ofOneTable = OF_A_LISTED_TABLE.contains(kind);
        if (lastListed != null && !(ofOneTable && isListed(finding.table(), lastListed))) {
            return false;
        }
        // what several tables tell together needs all of them
        return ofOneTable || OF_ITSELF.contains(kind) || failedTables.isEmpty();
    }

    private boolean isFailed(FindingKey finding) {
        return failedTables.contains(finding.table()) || failedRegistrations.contains(finding.registrationId());
    }

    private static boolean isListed(String table, String last) {
        return Text.BY_CODE_POINT.compare(table, last) <= 0;
    }
}
