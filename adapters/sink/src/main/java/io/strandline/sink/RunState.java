package io.strandline.sink;

import io.strandline.common.Text;

/** Where a run is. */
public enum RunState {
    /** Pages are taken. */
    RUNNING,
    /** The last page is taken; what is left is to end it (SNK-17). */
    COMMITTING,
    /** No more pages are taken; what was handed over is being written (SNK-18). */
    CANCELLING,
    /** It ended as it should. */
    DONE,
    /** A step failed; nothing was done after it. */
    FAILED,
    /** It was ended by {@code abort_run}. */
    ABORTED,
    /** It was cancelled. */
    CANCELLED,
    /** The gateway that ran it died: {@code abort_run} ends it. */
    INTERRUPTED,
    /** Whether its commit was heard is not known. */
    UNKNOWN;

    /** Whether its gateway goes on with it. */
    public boolean isUnderWay() {
        return switch (this) {
            case RUNNING, COMMITTING, CANCELLING -> true;
            case DONE, FAILED, ABORTED, CANCELLED, INTERRUPTED, UNKNOWN -> false;
        };
    }

    /** Whether nothing happens to it any more by itself. */
    public boolean isEnded() {
        return !isUnderWay();
    }

    /** Whether someone has to say what becomes of it before an earlier run is rolled back (SNK-11). */
    public boolean isInFlight() {
        return switch (this) {
            case RUNNING, COMMITTING, CANCELLING, INTERRUPTED, UNKNOWN -> true;
            case DONE, FAILED, ABORTED, CANCELLED -> false;
        };
    }

    /** As tables spell it. */
    public String text() {
        return Text.lower(name());
    }
}
