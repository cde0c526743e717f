package io.strandline.sink.iceberg;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** How much of what a run committed a table's history can still tell (SNK-11). */
enum RunHistory {
    /** Every snapshot from what was before the run until now is there: no commit of it is unknown. */
    WHOLE,
    /** The main branch was set back to before the run, and goes on from there. */
    LEFT,
    /** Snapshots since have expired, and commits of the run may be among them. */
    GONE;

    /**
     * Looks at the main branch.
     *
     * @param kept what was before the run, or its own first snapshot where nothing was; null if that is not known
     */
    static RunHistory of(Table table, @Nullable Snapshot kept) {
        Line main = Line.of(table, table.currentSnapshot());
        if (kept == null) {
            return main.whole() ? WHOLE : GONE;
        }
        Line before = Line.of(table, kept);
        Optional<Long> fork = main.ids().stream().filter(before.ids()::contains).findFirst();
        if (fork.isPresent()) {
            return fork.orElseThrow() == kept.snapshotId() ? WHOLE : LEFT;
        }
        return main.whole() ? LEFT : GONE;
    }

    /**
     * A snapshot and its ancestors, as far as they are known.
     *
     * @param ids newest first, with that of the first ancestor that has expired
     * @param whole whether none has
     */
    private record Line(Set<Long> ids, boolean whole) {
        static Line of(Table table, @Nullable Snapshot head) {
            Set<Long> ids = new LinkedHashSet<>();
            Snapshot at = head;
            while (at != null) {
                ids.add(at.snapshotId());
                Long parent = at.parentId();
                if (parent == null) {
                    return new Line(ids, true);
                }
                ids.add(parent);
                at = table.snapshot(parent);
            }
            return new Line(ids, head == null);
        }
    }
}
