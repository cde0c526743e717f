package io.strandline.reconcile;

import io.strandline.common.Text;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What tells findings of one connection and namespace apart (REC-18), ordered by code point as the store orders it.
 *
 * @param kind name of the kind
 * @param table exact name; empty for a finding about no single table
 * @param registrationId empty if no registration is concerned
 */
public record FindingKey(String kind, String table, String registrationId) implements Comparable<FindingKey> {
    private static final Comparator<FindingKey> ORDER = Comparator.comparing(FindingKey::kind, Text.BY_CODE_POINT)
            .thenComparing(FindingKey::table, Text.BY_CODE_POINT)
            .thenComparing(FindingKey::registrationId, Text.BY_CODE_POINT);

    /** That of a finding; none for a failed look-up, which is no finding. */
    public static Optional<FindingKey> of(Finding finding) {
        return Optional.ofNullable(finding.kind())
                .map(kind -> new FindingKey(kind.name(), orEmpty(finding.table()), orEmpty(finding.registrationId())));
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** The kind, if this build knows it. */
    Optional<FindingKind> knownKind() {
        return Arrays.stream(FindingKind.values())
                .filter(known -> known.name().equals(kind))
                .findFirst();
    }

    @Override
    public int compareTo(FindingKey other) {
        return ORDER.compare(this, other);
    }
}
