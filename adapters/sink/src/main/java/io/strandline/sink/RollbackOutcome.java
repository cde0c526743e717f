package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What a rollback did, or would do on a dry run (SNK-10).
 *
 * @param applied whether the destination is now as it was before the run; false if conflicts forbade it, and on a dry run
 * @param deleted rows of the run that were removed
 * @param restored rows that were brought back
 * @param conflicts rows it could not undo without losing what came later; possibly only the first of them
 * @param conflictCount how many there are in all
 * @param note what else there is to say: that there was nothing to undo, that a snapshot was made; empty if nothing
 */
public record RollbackOutcome(
        boolean applied,
        long deleted,
        long restored,
        List<RollbackConflict> conflicts,
        long conflictCount,
        String note) {
    /** Conflicts that are listed at most. */
    public static final int LISTED = 100;

    public RollbackOutcome {
        conflicts = List.copyOf(conflicts);
        requireNonNull(note, "note");
    }
}
