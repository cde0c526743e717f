package io.strandline.catalog.iceberg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.catalog.Catalogs;
import io.strandline.catalog.SnapshotState;
import io.strandline.catalog.TableChange;
import io.strandline.catalog.TableHistory.Ref;
import io.strandline.catalog.TableRefs;
import io.strandline.catalog.TableRefs.Moved;
import io.strandline.catalog.TableRefs.Retention;
import io.strandline.catalog.TableState;
import io.strandline.catalog.TestCall;
import io.strandline.catalog.TestEffects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.Table;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What every backend does with a table's history (CAT-16, CAT-19). */
abstract class HistoryContract extends WritesContract {
    private static final Retention AS_THE_TABLE = new Retention(null, null, null);

    private TestEffects effects;

    final TableRefs refs() {
        return new TableRefs(new Catalogs(List.of(lake.catalog)), Clock.systemUTC(), 4);
    }

    /** A statement whose changes are looked at afterwards. */
    final TestCall changing() {
        effects = new TestEffects(
                intent -> refs().resolvers().get(intent.action()).resolve(intent));
        return new TestCall(effects);
    }

    final TableState state(TableRef ref) {
        return lake.catalog.describe(ref, call).orElseThrow();
    }

    final Table iceberg(TableRef ref) {
        return lake.writer.client().loadTable(ClientBackend.identifier(ref));
    }

    /** A table of three snapshots, oldest first. */
    private List<Long> threeSnapshots(TableRef ref) {
        return List.of(
                state(ref).currentSnapshotId(),
                lake.writer.append(ref, List.of(List.of(2L, "second"))),
                lake.writer.append(ref, List.of(List.of(3L, "third"))));
    }

    private AbstractThrowableAssert<?, ?> assertRefused(String reason, ThrowingCallable attempt) {
        return assertRefused(() -> effects, reason, attempt);
    }

    /** Refused, and that is the last thing those effects know, by that reason. */
    static AbstractThrowableAssert<?, ?> assertRefused(
            Supplier<TestEffects> effects, String reason, ThrowingCallable attempt) {
        AbstractThrowableAssert<?, ?> thrown = assertThatThrownBy(attempt)
                .isInstanceOfSatisfying(
                        StrandlineException.class,
                        refused -> assertThat(refused.code()).isEqualTo(ErrorCode.REFUSED));
        assertThat(effects.get().outcomes())
                .last()
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
        return thrown;
    }

    /** CAT-16, case 25: back to an ancestor as one commit; to where the table is, done and unchanged. */
    @Test
    void rollsBackToAnAncestor() {
        TableRef ref = lake.table("sales", "orders");
        List<Long> ids = threeSnapshots(ref);
        assertThat(refs().rollBack(ref, ids.get(0), true, changing()))
                .isEqualTo(new Moved(ref, "main", ids.get(2), ids.get(0), false, "dry_run"));
        assertThat(state(ref).currentSnapshotId()).isEqualTo(ids.get(2));
        assertThat(refs().rollBack(ref, ids.get(0), false, changing()))
                .isEqualTo(new Moved(ref, "main", ids.get(2), ids.get(0), true, null));
        TableState after = state(ref);
        assertThat(after.currentSnapshotId()).isEqualTo(ids.get(0));
        assertThat(after.snapshots()).extracting(SnapshotState::id).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(iceberg(ref).currentSnapshot().snapshotId()).isEqualTo(ids.get(0));

        assertThat(refs().rollBack(ref, ids.get(0), false, changing()))
                .isEqualTo(new Moved(ref, "main", ids.get(0), ids.get(0), true, "unchanged"));
        assertThat(effects.outcomes()).isEmpty();
        assertThat(state(ref).metadataLocation()).isEqualTo(after.metadataLocation());
    }

    /** CAT-16: back to what was current at a time, of the ancestors. */
    @Test
    void rollsBackToATime() {
        TableRef ref = lake.table("sales", "orders");
        List<Long> ids = threeSnapshots(ref);
        SnapshotState first = state(ref).snapshots().stream()
                .filter(snapshot -> snapshot.id() == ids.get(0))
                .findFirst()
                .orElseThrow();
        assertRefused("no_snapshot_then", () -> refs().rollBack(ref, first.committedAt(), false, changing()))
                .hasMessageContaining("rollback_ts");
        Moved moved = refs().rollBack(ref, first.committedAt().plusMillis(1), false, changing());
        assertThat(ids.subList(0, 2)).contains(moved.after());
        assertThat(state(ref).currentSnapshotId()).isEqualTo(moved.after());
    }

    /** CAT-16, case 26: an unknown snapshot, one that is no ancestor and a lineage that is cut are three refusals. */
    @Test
    void tellsWhyItDoesNotRollBack() {
        TableRef ref = lake.table("sales", "orders");
        List<Long> ids = threeSnapshots(ref);
        refs().createBranch(ref, "other", Optional.of(ids.get(1)), AS_THE_TABLE, false, changing());
        iceberg(ref).newAppend().toBranch("other").commit();
        long head = iceberg(ref).refs().get("other").snapshotId();
        String before = state(ref).metadataLocation();
        assertRefused("unknown_snapshot", () -> refs().rollBack(ref, 42, false, changing()))
                .hasMessageContaining("42")
                .hasMessageContaining(ref.toString());
        assertRefused("not_ancestor", () -> refs().rollBack(ref, head, false, changing()));
        assertThat(state(ref).metadataLocation()).isEqualTo(before);

        refs().drop(ref, "other", false, changing());
        refs().createTag(ref, "first", Optional.of(ids.get(0)), AS_THE_TABLE, false, changing());
        iceberg(ref)
                .expireSnapshots()
                .expireSnapshotId(ids.get(1))
                .expireSnapshotId(head)
                .cleanupLevel(org.apache.iceberg.ExpireSnapshots.CleanupLevel.NONE)
                .commit();
        assertRefused("broken_lineage", () -> refs().rollBack(ref, ids.get(0), false, changing()))
                .hasMessageContaining(ids.get(1).toString());
        assertThat(refs().setCurrent(ref, Optional.empty(), Optional.of("first"), false, changing())
                        .after())
                .isEqualTo(ids.get(0));
        assertThat(state(ref).currentSnapshotId()).isEqualTo(ids.get(0));
    }

    /** Branches and tags are made with their retention, moved on, and dropped. */
    @Test
    void makesMovesAndDropsRefs() {
        TableRef ref = lake.table("sales", "orders");
        List<Long> ids = threeSnapshots(ref);
        Retention kept = new Retention(86_400_000L, 3_600_000L, 2);
        refs().createBranch(ref, "audit", Optional.of(ids.get(0)), kept, false, changing());
        refs().createTag(ref, "end of year", Optional.empty(), AS_THE_TABLE, false, changing());
        assertThat(state(ref).history().refs())
                .containsExactly(
                        new Ref("audit", "branch", ids.get(0), 86_400_000L, 3_600_000L, 2),
                        new Ref("end of year", "tag", ids.get(2), null, null, null),
                        new Ref("main", "branch", ids.get(2), null, null, null));
        assertThat(refs().createBranch(ref, "audit", Optional.of(ids.get(0)), kept, false, changing())
                        .reason())
                .isEqualTo("unchanged");
        assertRefused(
                "ref_exists", () -> refs().createTag(ref, "audit", Optional.empty(), AS_THE_TABLE, false, changing()));

        assertThat(refs().fastForward(ref, "audit", "main", false, changing()))
                .isEqualTo(new Moved(ref, "audit", ids.get(0), ids.get(2), true, null));
        assertThat(state(ref).history().refs())
                .contains(new Ref("audit", "branch", ids.get(2), 86_400_000L, 3_600_000L, 2));
        assertRefused("is_tag", () -> refs().fastForward(ref, "end of year", "main", false, changing()));
        assertRefused("unknown_ref", () -> refs().fastForward(ref, "main", "audti", false, changing()))
                .hasMessageContaining("did you mean \"audit\"");

        refs().drop(ref, "end of year", false, changing());
        assertRefused("main_branch", () -> refs().drop(ref, "main", false, changing()));
        assertRefused("unknown_ref", () -> refs().drop(ref, "end of year", false, changing()));
        assertThat(state(ref).history().refs()).extracting(Ref::name).containsExactly("audit", "main");
    }

    /** The changes of a snapshot of another branch are made again on main, once. */
    @Test
    void cherryPicksAnAppend() {
        TableRef ref = lake.table("sales", "orders");
        long first = state(ref).currentSnapshotId();
        long picked = lake.writer.append(ref, List.of(List.of(2L, "picked")));
        refs().createTag(ref, "picked", Optional.empty(), AS_THE_TABLE, false, changing());
        refs().rollBack(ref, first, false, changing());
        long between = lake.writer.append(ref, List.of(List.of(3L, "between")));

        Moved moved = refs().cherryPick(ref, picked, false, changing());
        assertThat(moved.before()).isEqualTo(between);
        TableState after = state(ref);
        assertThat(moved.after()).isEqualTo(after.currentSnapshotId()).isNotEqualTo(picked);
        assertThat(after.currentSnapshot().orElseThrow().summary())
                .containsEntry("total-records", "3")
                .containsEntry("source-snapshot-id", Long.toString(picked));
        assertRefused("already_applied", () -> refs().cherryPick(ref, picked, false, changing()));
    }

    /** CAT-18: a change is for the table it was decided for. */
    @Test
    void aChangeOfAStaleStateIsAConflict() {
        TableRef ref = lake.table("sales", "orders");
        TableState before = state(ref);
        long second = lake.writer.append(ref, List.of(List.of(2L, "second")));
        TableChange stale =
                new TableChange.SetRef(new Ref("late", "branch", before.currentSnapshotId(), null, null, null));
        assertCode(ErrorCode.CONFLICT, () -> lake.catalog.commit(ref, before, stale, new TestCall()));
        assertThat(state(ref).currentSnapshotId()).isEqualTo(second);
        assertThat(state(ref).history().refs()).extracting(Ref::name).containsExactly("main");
    }

    /** CAT-14, case 28: a table never written has nothing to go back from, and the error says so. */
    @Test
    void aTableWithoutSnapshotHasNoHistory() {
        TableRef ref = lake.ref("sales", "empty");
        lake.writer.createNamespace(ref.namespace());
        lake.writer.createTable(ref, LakeColumn.of("id", "long"));
        assertRefused("no_current_snapshot", () -> refs().rollBack(ref, 1, false, changing()));
        assertRefused(
                "no_current_snapshot",
                () -> refs().createTag(ref, "now", Optional.empty(), AS_THE_TABLE, false, changing()));
        assertCode(ErrorCode.NO_SUCH_TABLE, () -> refs().rollBack(lake.ref("sales", "absent"), 1, false, changing()));
    }
}
