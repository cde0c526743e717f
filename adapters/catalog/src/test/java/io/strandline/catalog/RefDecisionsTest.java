package io.strandline.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.catalog.RefDecision.Refuse;
import io.strandline.catalog.TableHistory.Ref;
import io.strandline.common.TableRef;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What may be done to the history of tables that no writer makes any more (CAT-14, CAT-16). */
class RefDecisionsTest {
    private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");

    private static TableState table(Long current, List<SnapshotState> snapshots, List<Ref> refs) {
        TableRef name = new TableRef("lake", List.of("sales"), "orders");
        return new TableState(
                name,
                TableType.TABLE,
                "iceberg",
                2,
                "uuid",
                "/w/t",
                "/w/t/metadata/v1.metadata.json",
                Optional.empty(),
                List.of(),
                List.of(),
                0,
                0,
                0,
                List.of(),
                List.of(),
                current,
                NOW,
                Map.of(),
                snapshots,
                new TableHistory(refs, List.of(), List.of(), List.of()),
                null);
    }

    private static SnapshotState snapshot(long id, Long parent) {
        return new SnapshotState(
                id, parent, id, NOW.minusSeconds(8_000_000 - id), "append", "/w/t/l" + id, 0, true, Map.of());
    }

    private static Ref main(long head) {
        return new Ref("main", "branch", head, null, null, null);
    }

    private static String reason(RefDecision decision) {
        return decision instanceof Refuse refuse ? refuse.reason() : decision.toString();
    }

    /** CAT-14, case 29: an id that names no snapshot. */
    @Test
    void aCurrentSnapshotThatIsNotThereIsRefused() {
        TableState damaged = table(42L, List.of(snapshot(1, null)), List.of());
        List<RefDecision> decisions = List.of(
                RefDecisions.rollBack(damaged, 1),
                RefDecisions.rollBack(damaged, NOW),
                RefDecisions.setCurrent(damaged, 1),
                RefDecisions.cherryPick(damaged, 1),
                RefDecisions.create(damaged, new Ref("t", "tag", 0, null, null, null), null));
        assertThat(decisions).extracting(RefDecisionsTest::reason).containsOnly("current_snapshot_missing");
        ExpirePlan plan = ExpirePlan.of(damaged, new ExpireOptions(null, null, Set.of(), true, false), NOW);
        assertThat(plan.refusal()).isNotNull();
        assertThat(plan.expired()).isEmpty();
    }

    /** CAT-16: where a lineage is cut, what branched off above the cut is known to be no ancestor, and nothing else is. */
    @Test
    void aCutLineageTellsAsMuchAsItCan() {
        TableState cut = table(
                5L,
                List.of(snapshot(1, null), snapshot(3, 2L), snapshot(4, 3L), snapshot(5, 3L)),
                List.of(main(5), new Ref("other", "branch", 4, null, null, null)));
        assertThat(reason(RefDecisions.rollBack(cut, 1))).isEqualTo("broken_lineage");
        assertThat(reason(RefDecisions.rollBack(cut, 4))).isEqualTo("not_ancestor");
        assertThat(reason(RefDecisions.rollBack(cut, 2))).isEqualTo("unknown_snapshot");
        assertThat(RefDecisions.rollBack(cut, 3)).isInstanceOf(RefDecision.Make.class);
    }

    /** A lineage that is a circle ends. */
    @Test
    void aCircleOfParentsEnds() {
        TableState circle = table(2L, List.of(snapshot(1, 2L), snapshot(2, 1L), snapshot(3, null)), List.of(main(2)));
        assertThat(reason(RefDecisions.rollBack(circle, 3))).isEqualTo("broken_lineage");
        assertThat(RefDecisions.rollBack(circle, 1)).isInstanceOf(RefDecision.Make.class);
    }

    /** Very many snapshots, in one line. */
    @Test
    void aLongHistoryIsWalkedOnce() {
        List<SnapshotState> snapshots = new ArrayList<>();
        for (long id = 1; id <= 300_000; id++) {
            snapshots.add(snapshot(id, id == 1 ? null : id - 1));
        }
        TableState many = table(300_000L, snapshots, List.of(main(300_000)));
        assertThat(RefDecisions.rollBack(many, 1)).isInstanceOf(RefDecision.Make.class);
        ExpirePlan plan =
                ExpirePlan.of(many, new ExpireOptions(NOW.minusSeconds(90_000), 2, Set.of(), false, false), NOW);
        assertThat(plan.retained()).containsExactlyInAnyOrder(299_999L, 300_000L);
        assertThat(plan.expired()).hasSize(299_998);
    }

    private static final String RUN = "0123456789abcdef0123456789abcdef";
    private static final Ref TAG = new Ref("strandline_run_" + RUN, "tag", 2, null, null, null);

    /** Five snapshots of which the third is a run's, and the second was before it. */
    private static TableState tableOfRun(Ref... refs) {
        SnapshotState ofRun = new SnapshotState(
                3, 2L, 3, NOW.minusSeconds(8_000_000), "append", "/w/t/l3", 0, true, Map.of("strandline.run-id", RUN));
        return table(
                5L,
                List.of(snapshot(1, null), snapshot(2, 1L), ofRun, snapshot(4, 3L), snapshot(5, 4L)),
                List.of(refs));
    }

    private static ExpireOptions last(boolean force, Long... named) {
        return new ExpireOptions(NOW.minusSeconds(90_000), 1, Set.of(named), false, force);
    }

    /** CAT-16: what a run needs stays while its tag is there: what was before it, and all of the branch since. */
    @Test
    void whatARunNeedsForItsRollbackStays() {
        ExpirePlan plan = ExpirePlan.of(tableOfRun(main(5), TAG), last(false), NOW);
        assertThat(plan.expired()).containsExactly(1L);
        assertThat(plan.retainedRuns()).containsExactly(RUN);
        assertThat(plan.finalRuns()).isEmpty();
        ExpirePlan without = ExpirePlan.of(tableOfRun(main(5)), last(false), NOW);
        assertThat(without.expired()).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThat(without.retainedRuns()).isEmpty();
    }

    /** CAT-16: also a snapshot that is named, whether it is before the run, of it or after it. */
    @Test
    void whatARunNeedsIsNotTakenByName() {
        for (long named = 2; named <= 4; named++) {
            ExpirePlan.Refusal refusal = ExpirePlan.of(tableOfRun(main(5), TAG), last(false, named), NOW)
                    .refusal();
            assertThat(refusal).isNotNull();
            assertThat(refusal.reason()).isEqualTo("needed_by_run");
            assertThat(refusal.message()).contains("forget_run('" + RUN + "')", "force => true");
        }
    }

    /** CAT-16: by force the run is final, its tag goes too, and it is named; one whose history stays is not. */
    @Test
    void aRunIsMadeFinalByForce() {
        ExpirePlan old = ExpirePlan.of(tableOfRun(main(5), TAG), last(true), NOW);
        assertThat(old.expired()).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThat(old.refs()).containsExactly(TAG.name());
        assertThat(old.finalRuns()).containsExactly(RUN);
        ExpireOptions four = new ExpireOptions(NOW.minusSeconds(90_000), 4, Set.of(), false, true);
        ExpirePlan enough = ExpirePlan.of(tableOfRun(main(5), TAG), four, NOW);
        assertThat(enough.expired()).containsExactly(1L);
        assertThat(enough.refs()).isEmpty();
        assertThat(enough.finalRuns()).isEmpty();
        ExpireOptions named = new ExpireOptions(NOW.minusSeconds(90_000), 4, Set.of(4L), false, true);
        assertThat(ExpirePlan.of(tableOfRun(main(5), TAG), named, NOW).finalRuns())
                .containsExactly(RUN);
        Ref keep = new Ref("keep", "tag", 4, null, null, null);
        ExpirePlan.Refusal head =
                ExpirePlan.of(tableOfRun(main(5), TAG, keep), named, NOW).refusal();
        assertThat(head).isNotNull();
        assertThat(head.reason()).isEqualTo("head_of_ref");
    }

    /** A tag of a run that is past its own age goes, and the run is named. */
    @Test
    void aRunIsFinalWhenItsTagIsPastItsAge() {
        Ref brief = new Ref(TAG.name(), "tag", 2, 1_000L, null, null);
        ExpirePlan plan = ExpirePlan.of(tableOfRun(main(5), brief), last(false), NOW);
        assertThat(plan.expired()).containsExactlyInAnyOrder(1L, 2L, 3L, 4L);
        assertThat(plan.finalRuns()).containsExactly(RUN);
    }
}
