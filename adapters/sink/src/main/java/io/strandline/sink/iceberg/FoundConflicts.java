package io.strandline.sink.iceberg;

import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackConflict.Kind;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.iceberg.Snapshot;
import org.jspecify.annotations.Nullable;

/** Conflicts of a rollback: all are counted, the first are listed. Used by one thread. */
final class FoundConflicts {
    private final Set<RunId> laterRuns;
    private final List<RollbackConflict> listed = new ArrayList<>();
    private long count;
    private long overridden;

    /**
     * None yet.
     *
     * @param laterRuns what they did can be overridden
     */
    FoundConflicts(List<RunId> laterRuns) {
        this.laterRuns = Set.copyOf(laterRuns);
    }

    /** Something that a snapshot did since. */
    void add(Kind otherwise, String object, @Nullable Snapshot by, String detail) {
        Optional<RunId> run = by == null ? Optional.empty() : Marks.run(by);
        boolean later = run.isPresent() && laterRuns.contains(run.orElseThrow());
        add(new RollbackConflict(later ? Kind.LATER_RUN : otherwise, object, run.orElse(null), detail));
    }

    void add(RollbackConflict conflict) {
        count++;
        if (conflict.kind() == Kind.LATER_RUN) {
            overridden++;
        }
        if (listed.size() < RollbackOutcome.LISTED) {
            listed.add(conflict);
        }
    }

    List<RollbackConflict> listed() {
        return List.copyOf(listed);
    }

    long count() {
        return count;
    }

    /** Whether only those stand against it that {@code force} overrides. */
    boolean isAllowed(RollbackOptions options) {
        return count == 0 || (options.force() && count == overridden);
    }

    /** What is to be said of an undo. */
    String note(boolean applied) {
        if (applied) {
            return "A new snapshot undid the run; its own stay in the history.";
        }
        return count == 0 ? "Nothing was changed: a dry run." : "Nothing was changed.";
    }
}
