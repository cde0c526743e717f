package io.strandline.reconcile.store;

import static io.strandline.reconcile.store.ScanStore.ALL;
import static io.strandline.reconcile.store.ScanStore.NOW;
import static io.strandline.reconcile.store.ScanStore.finding;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.strandline.common.StrandlineException;
import io.strandline.reconcile.Coverage;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.FindingKind;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.PastFinding;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.Scans;
import io.strandline.reconcile.Severity;
import io.strandline.store.database.Dialect;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** REC-18: what scans found over time, on every kind of store. */
class StoredHistoryTest {
    private static final Instant LATER = NOW.plus(Duration.ofHours(5));
    private static final Finding ORPHAN = finding(FindingKind.ORPHAN, "a");
    private static final Finding MISSING = finding(FindingKind.MISSING, "b");

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void aFindingIsOneRowFromWhenItIsFirstSeenUntilItIsResolved(Dialect dialect) {
        try (ScanStore store = new ScanStore(dialect, directory)) {
            assertThat(store.scan(NOW, MISSING, ORPHAN)).isEqualTo(new Scans.Stored(2, 0, 0, 0));
            assertThat(store.scan(LATER, ORPHAN)).isEqualTo(new Scans.Stored(0, 1, 1, 0));
            List<Long> scans = store.stored().stream().map(Scan::id).toList();
            assertThat(store.findings())
                    .extracting(
                            PastFinding::kind,
                            PastFinding::table,
                            PastFinding::registrationId,
                            PastFinding::firstSeen,
                            PastFinding::lastSeen,
                            PastFinding::resolvedAt,
                            PastFinding::timesSeen,
                            PastFinding::firstScanId,
                            PastFinding::lastScanId,
                            PastFinding::resolvedScanId)
                    .containsExactlyInAnyOrder(
                            tuple("ORPHAN", "a", null, NOW, LATER, null, 2L, scans.get(0), scans.get(1), null),
                            tuple(
                                    "MISSING",
                                    "b",
                                    "r-b",
                                    NOW,
                                    NOW,
                                    LATER,
                                    1L,
                                    scans.get(0),
                                    scans.get(0),
                                    scans.get(1)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFindingThatComesBackIsAnotherOne(Dialect dialect) {
        try (ScanStore store = new ScanStore(dialect, directory)) {
            store.scan(NOW, ORPHAN);
            store.scan(NOW.plusSeconds(1));
            store.scan(NOW.plusSeconds(2), ORPHAN);
            assertThat(store.findings())
                    .extracting(PastFinding::firstSeen, PastFinding::resolvedAt)
                    .containsExactly(tuple(NOW, NOW.plusSeconds(1)), tuple(NOW.plusSeconds(2), null));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRowSaysWhatTheLastScanSaw(Dialect dialect) {
        try (ScanStore store = new ScanStore(dialect, directory)) {
            store.scan(NOW, finding(FindingKind.ORPHAN, "a", null, false, "not proved"));
            store.scan(LATER, finding(FindingKind.ORPHAN, "a", null, true, "proved"));
            assertThat(store.findings()).singleElement().satisfies(found -> {
                assertThat(List.of(found.provable(), found.detail(), found.location(), found.sourceId()))
                        .containsExactly(true, "proved", "s3://lake/a", "f1");
                assertThat(found.timesSeen()).isEqualTo(2);
            });
        }
    }

    /** GW-1: a statement stores its scan once, and what it found once. */
    @ParameterizedTest
    @EnumSource
    void aStatementStoresNothingTwice(Dialect dialect) {
        try (ScanStore store = new ScanStore(dialect, directory)) {
            store.scan("s1", NOW, ALL, List.of(ORPHAN));
            assertThat(store.scan("s1", LATER, ALL, List.of(ORPHAN, MISSING))).isEqualTo(Scans.Stored.BEFORE);
            assertThat(store.findings()).extracting(PastFinding::timesSeen).containsExactly(1L);
            assertThat(store.stored()).hasSize(1);
        }
    }

    /** GW-1: a scan and what it found are stored together or not at all. */
    @ParameterizedTest
    @EnumSource
    void aScanIsStoredWithAllThatItFoundOrNotAtAll(Dialect dialect) {
        try (ScanStore store = new ScanStore(dialect, directory)) {
            store.scan("s1", NOW, ALL, List.of(MISSING));
            // so that the second of the two is refused after the first was written
            store.database.change(dsl -> dsl.execute("CREATE UNIQUE INDEX broken ON finding (table_name)"));
            List<Finding> twice = List.of(ORPHAN, finding(FindingKind.DRIFTED, "a"));
            assertThatThrownBy(() -> store.scan("s2", LATER, ALL, twice)).isInstanceOf(StrandlineException.class);
            assertThat(store.scans.has("s2")).isFalse();
            assertThat(store.findings())
                    .extracting(PastFinding::kind, PastFinding::resolvedAt)
                    .containsExactly(tuple("MISSING", null));
        }
    }

    /** CAT-1: a scan that could not compare says nothing of any finding. */
    @ParameterizedTest
    @EnumSource
    void aFailedScanResolvesNothing(Dialect dialect) {
        try (ScanStore store = new ScanStore(dialect, directory)) {
            store.scan(NOW, ORPHAN, MISSING);
            assertThat(store.scan(LATER, Coverage.NONE, List.of())).isEqualTo(new Scans.Stored(0, 0, 0, 0));
            assertThat(store.findings()).extracting(PastFinding::resolvedAt).containsOnlyNulls();
        }
    }

    /** A connection of the same namespace, and another namespace of the same connection, are others' (REC-8). */
    @ParameterizedTest
    @EnumSource
    void aScanResolvesNothingOfAnotherConnection(Dialect dialect) {
        try (ScanStore store = new ScanStore(dialect, directory)) {
            store.scan(NOW, ORPHAN);
            store.scan("twin", "s2", LATER, ALL, List.of());
            assertThat(store.findings()).extracting(PastFinding::resolvedAt).containsOnlyNulls();
        }
    }

    /** Scans and resolved findings are kept for as long as is configured; what is open stays. */
    @ParameterizedTest
    @EnumSource
    void whatWasResolvedLongAgoIsForgotten(Dialect dialect) {
        Instant day = NOW.plus(ScanStore.KEPT);
        try (ScanStore store = new ScanStore(dialect, directory)) {
            store.scan(NOW.minusMillis(2), ORPHAN, MISSING, finding(FindingKind.DRIFTED, "c"));
            store.scan(NOW.minusMillis(1), ORPHAN, MISSING);
            store.scan(NOW, ORPHAN);
            store.scan(day, ORPHAN);
            assertThat(store.findings()).extracting(PastFinding::kind).containsExactlyInAnyOrder("ORPHAN", "MISSING");
            assertThat(store.stored()).extracting(Scan::endedAt).containsExactly(NOW, day);
        }
    }

    /** A finding that a notice has still to tell of is kept until it was told. */
    @ParameterizedTest
    @EnumSource
    void whatIsStillToBeToldIsNotForgotten(Dialect dialect) {
        NoticeRule all = new NoticeRule(EnumSet.allOf(FindingKind.class), Severity.INFO);
        try (ScanStore store = new ScanStore(dialect, directory, Map.of("scratch", all))) {
            store.scan(NOW.minusMillis(2), ORPHAN, MISSING);
            store.scan(NOW.minusMillis(1), ORPHAN);
            store.scan(NOW.plus(ScanStore.KEPT), ORPHAN);
            assertThat(store.findings()).extracting(PastFinding::kind).containsExactlyInAnyOrder("ORPHAN", "MISSING");
        }
    }

    /** What is later is told by the scan; no time of a finding runs backwards. */
    @ParameterizedTest
    @EnumSource
    void aClockSetBackTurnsNoFindingRound(Dialect dialect) {
        Instant before = NOW.minus(Duration.ofDays(2));
        try (ScanStore store = new ScanStore(dialect, directory)) {
            store.scan(NOW, ORPHAN, MISSING);
            store.scan(before, ORPHAN);
            store.scan(before.plusSeconds(1));
            store.scan(before.plusSeconds(2), ORPHAN);
            assertThat(store.findings())
                    .extracting(
                            PastFinding::kind, PastFinding::firstSeen, PastFinding::lastSeen, PastFinding::resolvedAt)
                    .containsExactlyInAnyOrder(
                            tuple("MISSING", NOW, NOW, NOW),
                            tuple("ORPHAN", NOW, NOW, NOW),
                            tuple("ORPHAN", NOW, NOW, null));
        }
    }

    /** Case 22, 24: names are told apart exactly, in the order of both sides, over many pages. */
    @ParameterizedTest
    @EnumSource
    void manyFindingsOfAnyNameAreMergedInOrder(Dialect dialect) {
        List<Finding> found = new ArrayList<>();
        for (String stem : List.of("", "Z", "z", "ä", "\uFFFD", "😀", "%_", "a b", "''", "x".repeat(255))) {
            IntStream.range(0, 350).forEach(i -> found.add(finding(FindingKind.ORPHAN, stem + i)));
        }
        Collections.shuffle(found, new Random(7));
        try (ScanStore store = new ScanStore(dialect, directory)) {
            assertThat(store.scan(NOW, ALL, found)).isEqualTo(new Scans.Stored(3_500, 0, 0, 0));
            Collections.shuffle(found, new Random(8));
            assertThat(store.scan(LATER, ALL, found.subList(0, 2_000))).isEqualTo(new Scans.Stored(0, 2_000, 1_500, 0));
            assertThat(store.scan(LATER, ALL, found)).isEqualTo(new Scans.Stored(1_500, 2_000, 0, 0));
        }
    }

    /** A key that is found twice is one finding; a failed look-up is none. */
    @ParameterizedTest
    @EnumSource
    void whatIsFoundTwiceIsOneFinding(Dialect dialect) {
        try (ScanStore store = new ScanStore(dialect, directory)) {
            assertThat(store.scan(NOW, ORPHAN, ORPHAN).opened()).isOne();
            assertThat(store.scan(LATER, ORPHAN, ORPHAN).seenAgain()).isOne();
        }
    }

    /** Scans of one connection that end at one time are stored one after the other. */
    @ParameterizedTest
    @EnumSource
    void scansOfOneConnectionAtATimeLeaveOneOpenRowPerFinding(Dialect dialect) throws Exception {
        int threads = 4;
        int rounds = 10;
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try (ScanStore store = new ScanStore(dialect, directory)) {
            CyclicBarrier together = new CyclicBarrier(threads);
            List<Future<?>> running = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                Random random = new Random(thread);
                running.add(executor.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        together.await();
                        store.scan(
                                NOW.plusSeconds(round),
                                ALL,
                                IntStream.range(0, 30)
                                        .filter(i -> random.nextBoolean())
                                        .mapToObj(i -> finding(FindingKind.ORPHAN, "t" + i))
                                        .toList());
                    }
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
            assertThat(store.stored()).hasSize(threads * rounds);
            List<PastFinding> all = store.findings();
            assertThat(all.stream().filter(f -> f.resolvedAt() == null).map(PastFinding::table))
                    .doesNotHaveDuplicates()
                    .isNotEmpty();
            assertThat(all).allSatisfy(f -> {
                long later = f.resolvedScanId() == null ? Long.MAX_VALUE : f.resolvedScanId();
                assertThat(f.lastScanId()).isBetween(f.firstScanId(), later - 1);
                assertThat(f.timesSeen()).isBetween(1L, f.lastScanId() - f.firstScanId() + 1);
            });
        } finally {
            executor.shutdownNow();
        }
    }
}
