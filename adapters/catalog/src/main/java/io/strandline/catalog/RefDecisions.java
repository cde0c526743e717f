package io.strandline.catalog;

import io.strandline.catalog.RefDecision.Make;
import io.strandline.catalog.RefDecision.Refuse;
import io.strandline.catalog.RefDecision.Unchanged;
import io.strandline.catalog.TableHistory.Ref;
import io.strandline.common.Text;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** What a procedure about a table's history may do to the table as it is (CAT-14, CAT-16). Pure functions. */
final class RefDecisions {
    /** The branch whose head is the table's current snapshot. */
    static final String MAIN = "main";

    static final String BRANCH = "branch";
    static final String TAG = "tag";

    private static final String LIST = " SELECT snapshot_id, is_ancestor FROM catalog.snapshots lists them.";

    private RefDecisions() {}

    /** A rollback to an ancestor of the current snapshot. */
    static RefDecision rollBack(TableState live, long to) {
        return ofCurrent(live, current -> {
            if (current == to) {
                return new Unchanged(MAIN, current);
            }
            Lineage lineage = new Lineage(live);
            if (!lineage.has(to)) {
                return unknownSnapshot(MAIN, current, to);
            }
            return switch (lineage.relation(to, current)) {
                case ANCESTOR -> moveMain(live, current, to);
                case NOT_ANCESTOR ->
                    new Refuse(
                            MAIN,
                            current,
                            "not_ancestor",
                            "snapshot " + to + " is not an ancestor of the current snapshot " + current
                                    + ", so it is no rollback. set_current_snapshot goes there all the same.");
                case BROKEN -> broken(lineage, current, to);
            };
        });
    }

    private static Refuse broken(Lineage lineage, long current, long to) {
        return new Refuse(
                MAIN,
                current,
                "broken_lineage",
                "whether snapshot " + to + " is an ancestor of the current snapshot " + current
                        + " cannot be told: the lineage is broken at snapshot " + lineage.cutAt(current)
                        + ", which is gone. set_current_snapshot goes there all the same.");
    }

    /** A rollback to the last snapshot of the current one's lineage that was committed before a time. */
    static RefDecision rollBack(TableState live, Instant before) {
        return ofCurrent(live, current -> {
            Lineage lineage = new Lineage(live);
            Optional<SnapshotState> then = lineage.of(current).stream()
                    .filter(snapshot -> snapshot.committedAt().isBefore(before))
                    .findFirst();
            if (then.isPresent()) {
                long to = then.orElseThrow().id();
                return to == current ? new Unchanged(MAIN, current) : moveMain(live, current, to);
            }
            Long cut = lineage.cutAt(current);
            return new Refuse(
                    MAIN,
                    current,
                    cut == null ? "no_snapshot_then" : "broken_lineage",
                    "no ancestor of the current snapshot " + current + " was committed before " + before
                            + (cut == null ? "." : "; the lineage is broken at snapshot " + cut + ", which is gone.")
                            + " rollback_ts in catalog.snapshots has the time for each.");
        });
    }

    /** Another current snapshot, whether it is an ancestor or not. */
    static RefDecision setCurrent(TableState live, long to) {
        if (live.currentSnapshotId() == null) {
            return new Lineage(live).has(to) ? moveMain(live, null, to) : unknownSnapshot(MAIN, null, to);
        }
        return ofCurrent(live, current -> {
            if (current == to) {
                return new Unchanged(MAIN, current);
            }
            return new Lineage(live).has(to) ? moveMain(live, current, to) : unknownSnapshot(MAIN, current, to);
        });
    }

    /** As the other, the snapshot named by a branch or tag. */
    static RefDecision setCurrent(TableState live, String ref) {
        return ref(live, ref)
                .map(found -> setCurrent(live, found.snapshotId()))
                .orElseGet(() -> unknownRef(live, ref, live.currentSnapshotId()));
    }

    /** The changes of a snapshot, made again on the current one. */
    static RefDecision cherryPick(TableState live, long picked) {
        Lineage lineage = new Lineage(live);
        if (live.currentSnapshotId() == null) {
            return lineage.has(picked)
                    ? new Make(MAIN, null, null, new TableChange.CherryPick(picked))
                    : unknownSnapshot(MAIN, null, picked);
        }
        return ofCurrent(live, current -> {
            if (!lineage.has(picked)) {
                return unknownSnapshot(MAIN, current, picked);
            }
            boolean there = lineage.of(current).stream()
                    .anyMatch(ancestor -> ancestor.id() == picked
                            || String.valueOf(picked).equals(ancestor.summary().get("source-snapshot-id")));
            return there
                    ? new Refuse(
                            MAIN,
                            current,
                            "already_applied",
                            "the current snapshot " + current + " has the changes of snapshot " + picked + " already.")
                    : new Make(MAIN, current, null, new TableChange.CherryPick(picked));
        });
    }

    /** A branch moved on to the snapshot of another branch or tag that descends from its head. */
    static RefDecision fastForward(TableState live, String branch, String to) {
        Optional<Ref> target = ref(live, to);
        Ref moved = ref(live, branch).orElse(null);
        Long before = moved == null ? null : Long.valueOf(moved.snapshotId());
        if (target.isEmpty()) {
            return unknownRef(live, to, before);
        }
        long after = target.orElseThrow().snapshotId();
        if (moved == null) {
            return new Make(
                    branch, null, after, new TableChange.SetRef(new Ref(branch, BRANCH, after, null, null, null)));
        }
        if (moved.type().equals(TAG)) {
            return new Refuse(branch, before, "is_tag", branch + " is a tag; only a branch moves.");
        }
        if (moved.snapshotId() == after) {
            return new Unchanged(branch, before);
        }
        Lineage lineage = new Lineage(live);
        return switch (lineage.relation(moved.snapshotId(), after)) {
            case ANCESTOR -> new Make(branch, before, after, new TableChange.SetRef(movedTo(moved, after)));
            case NOT_ANCESTOR ->
                new Refuse(
                        branch,
                        before,
                        "not_ancestor",
                        "snapshot " + after + " of " + to + " does not descend from snapshot " + before
                                + ", the head of " + branch + ".");
            case BROKEN ->
                new Refuse(
                        branch,
                        before,
                        "broken_lineage",
                        "whether snapshot " + after + " of " + to + " descends from the head of " + branch
                                + " cannot be told: the lineage is broken at snapshot " + lineage.cutAt(after)
                                + ", which is gone.");
        };
    }

    /**
     * A new branch or tag.
     *
     * @param wanted its retention
     * @param at the snapshot it shall name; null for the current one
     */
    static RefDecision create(TableState live, Ref wanted, @Nullable Long at) {
        Long there = ref(live, wanted.name()).map(Ref::snapshotId).orElse(null);
        Long snapshot = at == null ? live.currentSnapshotId() : at;
        if (snapshot == null) {
            return new Refuse(
                    wanted.name(),
                    null,
                    "no_current_snapshot",
                    "it has no snapshot that " + wanted.name() + " could name.");
        }
        if (!new Lineage(live).has(snapshot)) {
            return at == null ? danglingCurrent(wanted.name(), snapshot) : unknownSnapshot(wanted.name(), there, at);
        }
        Ref made = movedTo(wanted, snapshot);
        Optional<Ref> same = ref(live, wanted.name());
        if (same.isEmpty()) {
            return new Make(wanted.name(), null, snapshot, new TableChange.SetRef(made));
        }
        return same.orElseThrow().equals(made)
                ? new Unchanged(wanted.name(), there)
                : new Refuse(
                        wanted.name(),
                        there,
                        "ref_exists",
                        "there is a " + same.orElseThrow().type() + " " + wanted.name() + " at snapshot " + there
                                + ". Choose another name, or drop_ref it first.");
    }

    /** A branch or tag taken away. */
    static RefDecision drop(TableState live, String name) {
        Optional<Ref> found = ref(live, name);
        if (found.isEmpty()) {
            return unknownRef(live, name, null);
        }
        Long before = found.orElseThrow().snapshotId();
        return name.equals(MAIN)
                ? new Refuse(MAIN, before, "main_branch", "main is the table itself; drop_table drops that.")
                : new Make(name, before, null, new TableChange.RemoveRef(name));
    }

    /** A decision for a table whose current snapshot is there. */
    private static RefDecision ofCurrent(TableState live, LongFunction<RefDecision> decision) {
        Long current = live.currentSnapshotId();
        if (current == null) {
            return new Refuse(MAIN, null, "no_current_snapshot", "it has no current snapshot to go back from.");
        }
        return live.currentSnapshot().isEmpty() ? danglingCurrent(MAIN, current) : decision.apply(current);
    }

    private static Refuse danglingCurrent(String ref, long current) {
        return new Refuse(
                ref,
                current,
                "current_snapshot_missing",
                "its current snapshot id " + current + " names no snapshot: the metadata is damaged. Register the table"
                        + " again with a good metadata file; catalog.metadata_log has those before.");
    }

    private static Refuse unknownSnapshot(String ref, @Nullable Long before, long id) {
        return new Refuse(ref, before, "unknown_snapshot", "it has no snapshot " + id + "." + LIST);
    }

    private static Refuse unknownRef(TableState live, String name, @Nullable Long before) {
        List<String> names = live.history().refs().stream().map(Ref::name).toList();
        return new Refuse(
                name,
                before,
                "unknown_ref",
                "it has no branch or tag \"" + Text.cut(name, 200) + "\"" + Text.didYouMean(name, names)
                        + " SELECT ref_name FROM catalog.refs lists them.");
    }

    private static Make moveMain(TableState live, @Nullable Long before, long to) {
        Ref main = ref(live, MAIN).orElse(new Ref(MAIN, BRANCH, to, null, null, null));
        return new Make(MAIN, before, to, new TableChange.SetRef(movedTo(main, to)));
    }

    private static Ref movedTo(Ref ref, long snapshot) {
        return new Ref(
                ref.name(),
                ref.type(),
                snapshot,
                ref.maxRefAgeMillis(),
                ref.maxSnapshotAgeMillis(),
                ref.minSnapshotsToKeep());
    }

    private static Optional<Ref> ref(TableState live, String name) {
        return live.history().refs().stream()
                .filter(ref -> Objects.equals(ref.name(), name))
                .findFirst();
    }
}
