package io.strandline.catalog;

import io.strandline.catalog.TableHistory.Ref;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which snapshots and refs of a table expire, as Iceberg's specification has it under "Snapshot Retention Policy": a pure
 * function (CAT-16). Heads of refs that stay are never among them, nor is what runs need for their rollback, unless forced.
 *
 * @param finalRuns runs that cannot be rolled back any more then
 * @param retainedRuns runs that can, for which snapshots stay that would expire otherwise
 * @param refusal why nothing may expire; null if it may
 */
record ExpirePlan(
        Set<Long> expired,
        Set<Long> retained,
        Set<String> refs,
        List<String> finalRuns,
        List<String> retainedRuns,
        @Nullable Refusal refusal) {
    private static final long FIVE_DAYS_MILLIS = 5L * 24 * 60 * 60 * 1000;

    /** A stable word, and the case in words. */
    record Refusal(String reason, String message) {}

    boolean isEmpty() {
        return expired.isEmpty() && refs.isEmpty();
    }

    TableChange change() {
        return new TableChange.RemoveSnapshots(expired, refs);
    }

    static ExpirePlan of(TableState live, ExpireOptions options, Instant now) {
        if (live.properties().getOrDefault("gc.enabled", "true").equalsIgnoreCase("false")) {
            return refused(
                    "gc_disabled",
                    "its property gc.enabled is false: its files may belong to others too. Set it to true if they do not.");
        }
        if (live.currentSnapshotId() != null && live.currentSnapshot().isEmpty()) {
            return refused(
                    "current_snapshot_missing",
                    "its current snapshot id " + live.currentSnapshotId()
                            + " names no snapshot: the metadata is damaged.");
        }
        Instant olderThan = options.olderThan() == null
                ? now.minusMillis(number(live.properties(), "history.expire.max-snapshot-age-ms", FIVE_DAYS_MILLIS))
                : options.olderThan();
        if (options.olderThan() != null && !options.allowBelowFloor() && AgeFloor.isBelow(olderThan, now)) {
            return refused("below_age_floor", "older_than" + AgeFloor.refusal(olderThan));
        }
        return new Planning(live, options, now, olderThan).plan();
    }

    private static ExpirePlan refused(String reason, String message) {
        return new ExpirePlan(Set.of(), Set.of(), Set.of(), List.of(), List.of(), new Refusal(reason, message));
    }

    private static long number(Map<String, String> properties, String key, long otherwise) {
        try {
            return Long.parseLong(properties.getOrDefault(key, String.valueOf(otherwise)));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    private record Planning(TableState live, ExpireOptions options, Instant now, Instant olderThan) {
        ExpirePlan plan() {
            Lineage lineage = new Lineage(live);
            Set<String> gone = new TreeSet<>();
            Set<Long> retained = new HashSet<>();
            Set<Long> referenced = new HashSet<>();
            for (Ref ref : live.history().refs()) {
                if (isPast(ref, lineage)) {
                    gone.add(ref.name());
                } else if (RetainedRuns.run(ref).isEmpty()) {
                    retained.add(ref.snapshotId());
                    keep(ref, lineage, retained, referenced);
                }
            }
            for (SnapshotState snapshot : live.snapshots()) {
                if (!referenced.contains(snapshot.id())
                        && !snapshot.committedAt().isBefore(olderThan)) {
                    retained.add(snapshot.id());
                }
            }
            return checked(lineage, retained, gone, new RetainedRuns(live, lineage, gone));
        }

        private boolean isPast(Ref ref, Lineage lineage) {
            SnapshotState head = lineage.find(ref.snapshotId());
            if (ref.name().equals(RefDecisions.MAIN) || head == null) {
                return false;
            }
            long most = ref.maxRefAgeMillis() != null
                    ? ref.maxRefAgeMillis()
                    : number(live.properties(), "history.expire.max-ref-age-ms", Long.MAX_VALUE);
            return now.toEpochMilli() - head.committedAt().toEpochMilli() > most;
        }

        private void keep(Ref ref, Lineage lineage, Set<Long> retained, Set<Long> referenced) {
            if (!ref.type().equals(RefDecisions.BRANCH)) {
                referenced.add(ref.snapshotId());
                return;
            }
            Instant oldest =
                    ref.maxSnapshotAgeMillis() == null ? olderThan : now.minusMillis(ref.maxSnapshotAgeMillis());
            long fewest = fewest(ref);
            boolean keeping = true;
            int kept = 0;
            for (SnapshotState snapshot : lineage.of(ref.snapshotId())) {
                referenced.add(snapshot.id());
                keeping = keeping && (kept < fewest || !snapshot.committedAt().isBefore(oldest));
                if (keeping) {
                    retained.add(snapshot.id());
                    kept++;
                }
            }
        }

        private long fewest(Ref ref) {
            if (ref.minSnapshotsToKeep() != null) {
                return ref.minSnapshotsToKeep();
            }
            return options.retainLast() != null
                    ? options.retainLast()
                    : number(live.properties(), "history.expire.min-snapshots-to-keep", 1);
        }

        private ExpirePlan checked(Lineage lineage, Set<Long> retained, Set<String> gone, RetainedRuns runs) {
            for (long id : options.snapshotIds()) {
                if (!lineage.has(id)) {
                    return refused("unknown_snapshot", "it has no snapshot " + id + ".");
                }
                List<String> heads = live.history().refs().stream()
                        .filter(ref -> ref.snapshotId() == id
                                && !gone.contains(ref.name())
                                && RetainedRuns.run(ref).isEmpty())
                        .map(Ref::name)
                        .toList();
                if (!heads.isEmpty()) {
                    return refused(
                            "head_of_ref",
                            "snapshot " + id + " is the head of " + String.join(", ", heads)
                                    + "; heads stay. drop_ref takes a branch or tag away.");
                }
                String run = options.force() ? null : runs.needing(id).orElse(null);
                if (run != null) {
                    return refused(
                            "needed_by_run",
                            "run " + run + " needs snapshot " + id + " for its rollback. CALL sink.forget_run('" + run
                                    + "') makes the run final, and force => true each run that needs it.");
                }
                retained.remove(id);
            }
            List<String> lacking = runs.lacking(retained);
            if (options.force()) {
                lacking.forEach(run -> gone.add(RetainedRuns.tag(run)));
            } else {
                runs.retain(retained);
            }
            Set<Long> expired = new HashSet<>();
            List<SnapshotState> young = new ArrayList<>();
            for (SnapshotState snapshot : live.snapshots()) {
                if (!retained.contains(snapshot.id())) {
                    expired.add(snapshot.id());
                    if (AgeFloor.isBelow(snapshot.committedAt(), now)) {
                        young.add(snapshot);
                    }
                }
            }
            return young.isEmpty() || options.allowBelowFloor()
                    ? new ExpirePlan(
                            expired, retained, gone, finalRuns(gone), options.force() ? List.of() : lacking, null)
                    : refused(
                            "below_age_floor",
                            "snapshot " + young.get(0).id() + " was committed at "
                                    + young.get(0).committedAt()
                                    + ", less than 24 hours ago, and would expire. allow_below_floor => true lets it.");
        }

        private List<String> finalRuns(Set<String> gone) {
            return live.history().refs().stream()
                    .filter(ref -> gone.contains(ref.name()))
                    .flatMap(ref -> RetainedRuns.run(ref).stream())
                    .sorted()
                    .toList();
        }
    }
}
