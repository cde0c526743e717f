package io.strandline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** REC-5: a scan resolves nothing that it could not have seen. */
class CoverageTest {
    private static final Set<FindingKind> KINDS = EnumSet.allOf(FindingKind.class);
    private static final Coverage ALL = new Coverage(KINDS, null, Set.of(), Set.of(), Set.of());
    private static final Coverage CUT_AT_M = new Coverage(KINDS, "m", Set.of(), Set.of(), Set.of());
    private static final Coverage FAILED_AT_B = new Coverage(KINDS, null, Set.of("b"), Set.of(), Set.of("r2"));

    private static FindingKey key(FindingKind kind, String table) {
        return new FindingKey(kind.name(), table, "");
    }

    private static Set<FindingKind> covered(Coverage coverage, String table) {
        return Stream.of(FindingKind.values())
                .filter(kind -> coverage.covers(key(kind, table)))
                .collect(Collectors.toSet());
    }

    @ParameterizedTest
    @EnumSource
    void aWholeScanCoversEveryKind(FindingKind kind) {
        assertThat(ALL.covers(key(kind, "a"))).isTrue();
        assertThat(Coverage.NONE.covers(key(kind, "a"))).isFalse();
    }

    @Test
    void aCutScanCoversWhatOneTableThatItReadTells() {
        assertThat(covered(CUT_AT_M, "a"))
                .contains(FindingKind.ORPHAN, FindingKind.DRIFTED)
                .doesNotContain(FindingKind.MISSING, FindingKind.CASE_COLLISION, FindingKind.LISTING_TRUNCATED);
        assertThat(CUT_AT_M.covers(key(FindingKind.ORPHAN, "m"))).isTrue();
        assertThat(covered(CUT_AT_M, "n")).isEmpty();
        assertThat(covered(CUT_AT_M, "😀"))
                .as("after \uFFFD in code point order")
                .isEmpty();
    }

    @Test
    void aFailedLookUpCoversNothingOfItsTable() {
        assertThat(covered(FAILED_AT_B, "b")).isEmpty();
        assertThat(FAILED_AT_B.covers(new FindingKey("MISSING", "c", "r2"))).isFalse();
        assertThat(covered(FAILED_AT_B, "a"))
                .contains(FindingKind.ORPHAN, FindingKind.MISSING, FindingKind.LISTING_TRUNCATED)
                .doesNotContain(FindingKind.CASE_COLLISION);
    }

    /** Where a table lies, and which it is, cannot be told while its metadata cannot be read. */
    @Test
    void aTableThatCannotBeReadIsCoveredOnlyByWhatSaysSo() {
        Coverage unreadable = new Coverage(KINDS, null, Set.of(), Set.of("b"), Set.of());
        assertThat(covered(unreadable, "b"))
                .contains(FindingKind.METADATA_MISSING, FindingKind.CORRUPT_METADATA, FindingKind.MISSING)
                .doesNotContain(
                        FindingKind.ORPHAN,
                        FindingKind.DRIFTED,
                        FindingKind.TABLE_REPLACED,
                        FindingKind.SHARED_LOCATION);
        assertThat(covered(unreadable, "a")).isEqualTo(covered(ALL, "a"));
    }

    @Test
    void whatWasNotLookedForIsNotCovered() {
        Coverage orphans = new Coverage(EnumSet.of(FindingKind.ORPHAN), null, Set.of(), Set.of(), Set.of());
        assertThat(covered(orphans, "a")).containsExactly(FindingKind.ORPHAN);
        assertThat(ALL.covers(new FindingKey("KIND_OF_A_LATER_RELEASE", "a", "")))
                .isFalse();
    }
}
