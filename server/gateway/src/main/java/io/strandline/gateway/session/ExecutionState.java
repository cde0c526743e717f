package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;

/** How far a statement is, as {@code runtime.statements} shows it. */
enum ExecutionState {
    /** It runs here, or has rows left to fetch. */
    RUNNING,
    /** It was begun and its end is not known here: another gateway runs it, or ran it until it died. */
    STARTED,
    DONE,
    /** It changed nothing, by a rule. */
    REFUSED,
    FAILED,
    /** Stopped by its user, an administrator, a time limit or the end of its session. */
    CANCELLED,
    /** Possibly done: an answer was lost. */
    UNKNOWN;

    /** The state of a statement that ended with that error. */
    static ExecutionState of(ErrorCode code) {
        return switch (code) {
            case REFUSED, NOT_ALLOWED, READ_ONLY -> REFUSED;
            case CANCELLED, TIMED_OUT -> CANCELLED;
            case OUTCOME_UNKNOWN -> UNKNOWN;
            default -> FAILED;
        };
    }
}
