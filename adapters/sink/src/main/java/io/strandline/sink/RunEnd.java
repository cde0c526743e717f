package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How a run ends: the steps of SNK-17 and SNK-18, each at most once and in this order. */
final class RunEnd {
    private final DriverSink sink;
    private final RunLedger ledger;
    private final Consumer<RunRecord> whenEnded;
    private boolean landed;

    RunEnd(DriverSink sink, RunLedger ledger, Consumer<RunRecord> whenEnded) {
        this.sink = sink;
        this.ledger = ledger;
        this.whenEnded = whenEnded;
    }

    /**
     * A complete run. What it throws has not ended it: {@link #fail} does.
     *
     * @param cleanup what it covers whole; null for nothing
     * @param tokens its pages came under
     */
    void commit(Runnable lastPages, @Nullable RunCleanup cleanup, RunTokens tokens) {
        ledger.enter(RunState.COMMITTING);
        lastPages.run();
        flush();
        if (sink.context().mode() == WriteMode.OVERWRITE) {
            overwrite(tokens);
        }
        if (cleanup != null) {
            cleanup.afterAll(ledger.record().counts(), tokens.anyDropped());
        }
        sink.driver().completeRun(sink.context());
        requireBalance();
        landed = true;
        Failpoint.SINK_RUN_LANDED.reach();
        try {
            settle(RunState.DONE, null);
        } catch (StrandlineException e) {
            throw new StrandlineException(
                    ErrorCode.OUTCOME_UNKNOWN,
                    "run " + sink.context().run() + " is whole at its destination, but the store could not be told: "
                            + e.getMessage() + " Do not send its rows again.",
                    e);
        }
    }

    /** One that was sent before as a whole has nothing staged, and replaced the rows then. */
    private void overwrite(RunTokens tokens) {
        if (tokens.allReplayed()) {
            sink.staging().abort(sink.context());
        } else {
            sink.staging().commit(sink.context());
            ledger.land();
        }
    }

    private void flush() {
        sink.driver().flush(sink.context());
        if (sink.context().mode() != WriteMode.OVERWRITE) {
            ledger.land();
        }
    }

    private void requireBalance() {
        RunCounts counts = ledger.record().counts();
        if (!counts.isBalanced()) {
            long accounted = counts.accepted()
                    + counts.coalesced()
                    + counts.skipped()
                    + counts.failed()
                    + counts.quarantined()
                    + counts.dropped();
            throw SinkErrors.unaccounted(sink.description(), sink.context().run(), counts.offered(), accounted);
        }
    }

    /**
     * A cancelled one: what was handed over lands and is counted (SNK-18), but not what is under a token that is not complete.
     * Its other rows may never have been read: with the token there, nobody would send them any more (SNK-5).
     *
     * @param tokenIsOpen whether pages came under a token whose successor did not
     */
    void cancel(boolean tokenIsOpen) {
        try {
            ledger.enter(RunState.CANCELLING);
            if (!tokenIsOpen) {
                flush();
            }
        } catch (StrandlineException e) {
            giveUp(e.code() == ErrorCode.OUTCOME_UNKNOWN ? RunState.UNKNOWN : RunState.CANCELLED, e.getMessage());
            return;
        }
        giveUp(RunState.CANCELLED, "it was cancelled");
    }

    /** One of whose steps failed. */
    void fail(Throwable failure) {
        if (landed) {
            return; // only its record failed
        }
        try {
            giveUp(ended(failure), StrandlineException.describe(failure));
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    private static RunState ended(Throwable failure) {
        if (failure instanceof StrandlineException e) {
            return e.code() == ErrorCode.OUTCOME_UNKNOWN
                    ? RunState.UNKNOWN
                    : e.code() == ErrorCode.CANCELLED ? RunState.CANCELLED : RunState.FAILED;
        }
        return RunState.FAILED;
    }

    /** One that is not wanted any more. Staging is kept where nobody knows whether it was made the destination. */
    void giveUp(RunState state, String why) {
        String reason = why;
        try {
            sink.driver().abandonRun(sink.context());
            if (sink.context().mode() == WriteMode.OVERWRITE && state != RunState.UNKNOWN) {
                sink.staging().abort(sink.context());
            }
        } catch (StrandlineException e) {
            reason = why + "; and its clean-up failed: " + e.getMessage();
        } finally {
            if (state == RunState.UNKNOWN) {
                ledger.leave();
            } else {
                ledger.lose();
                balance();
            }
            settle(state, reason);
        }
    }

    /** Rows that were taken and did not land count as failed. */
    private void balance() {
        RunCounts counts = ledger.record().counts();
        long rest = counts.offered()
                - counts.accepted()
                - counts.coalesced()
                - counts.skipped()
                - counts.failed()
                - counts.quarantined()
                - counts.dropped();
        if (rest > 0) {
            ledger.balance(new RunCounts(0, 0, 0, 0, rest, 0, 0));
        }
    }

    private void settle(RunState state, @Nullable String why) {
        try {
            ledger.end(state, why, sink.driver().localOutputs());
        } finally {
            try {
                sink.close();
            } finally {
                whenEnded.accept(ledger.record());
            }
        }
    }
}
