package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A row or file that a rollback cannot undo without losing what came later (SNK-11).
 *
 * @param object the key as {@code column=value}, or the file
 * @param laterRun who wrote it since; null if that was no run
 */
public record RollbackConflict(
        Kind kind, String object, @Nullable RunId laterRun, String detail) {
    /** Why. */
    public enum Kind {
        /** A later run wrote the row: {@code force} overrides it. */
        LATER_RUN,
        /** Somebody else changed the row since. */
        CHANGED_SINCE,
        /** Somebody rewrote the file since. */
        REWRITTEN_SINCE,
        /** Columns are gone that the row had. */
        EVOLVED_SINCE,
        /** The state before the run is gone. */
        HISTORY_GONE,
        /** What was kept to undo the run was dropped. */
        NOT_UNDOABLE
    }

    public RollbackConflict {
        requireNonNull(kind, "kind");
        requireNonNull(object, "object");
        requireNonNull(detail, "detail");
    }
}
