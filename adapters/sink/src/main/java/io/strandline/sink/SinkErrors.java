package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;

/** What sinks are refused with, in the same words wherever it is found out. */
final class SinkErrors {
    private SinkErrors() {}

    static StrandlineException unsupported(SinkDescription sink, String what) {
        return new StrandlineException(
                ErrorCode.NOT_SUPPORTED,
                "sink " + sink.id() + " (" + sink.connector() + ") cannot " + what
                        + ". SELECT * FROM sink.capabilities shows what each can.");
    }

    static StrandlineException refused(String message) {
        return new StrandlineException(ErrorCode.REFUSED, message);
    }

    static StrandlineException noSuchRun(RunId run) {
        return new StrandlineException(
                ErrorCode.NO_SUCH_OBJECT, "run " + run + " is not known. SELECT run_id FROM sink.runs lists the runs.");
    }

    static StrandlineException unaccounted(SinkDescription sink, RunId run, long offered, long accounted) {
        return new StrandlineException(
                ErrorCode.ROWS_UNACCOUNTED,
                "sink " + sink.id() + ": of " + offered + " rows its destination accounts for " + accounted
                        + ". Look for triggers or rules that drop rows there; run " + run
                        + " has what else it wrote, and CALL sink.rollback('" + run + "') undoes it.");
    }

    static StrandlineException rowFailed(SinkDescription sink, long number, String reason) {
        return new StrandlineException(
                ErrorCode.BAD_VALUE,
                "row " + (number + 1) + " cannot be written to sink " + sink.id() + ": " + reason
                        + ". Nothing of its page is written; correct the row, or let the sink keep such rows aside with"
                        + " on_failed_row: keep_going.");
    }
}
