package io.strandline.sink.contract;

import io.strandline.sink.JournalEntry;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDriver;
import java.util.List;
import java.util.Optional;

/** Drivers that each get one thing about undoing wrong. */
final class BadUndoing {
    private BadUndoing() {}

    private abstract static class Undoing extends ForwardingDriver implements RollbackGroup {
        Undoing(SinkDriver driver) {
            super(driver);
        }

        final RollbackGroup group() {
            return driver.rollback().orElseThrow();
        }

        @Override
        public final Optional<RollbackGroup> rollback() {
            return Optional.of(this);
        }

        @Override
        public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
            return group().rollback(options, context);
        }

        @Override
        public void forget(SinkCallContext context) {
            group().forget(context);
        }

        @Override
        public List<JournalEntry> journal(SinkCallContext context) {
            return group().journal(context);
        }
    }

    /** Says that it undid, and did not. */
    static final class Nothing extends Undoing {
        Nothing(SinkDriver driver) {
            super(driver);
        }

        @Override
        public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
            return new RollbackOutcome(true, 0, 0, List.of(), 0, "");
        }
    }

    static final class AlwaysForces extends Undoing {
        AlwaysForces(SinkDriver driver) {
            super(driver);
        }

        @Override
        public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
            return super.rollback(new RollbackOptions(true, options.dryRun(), options.laterRuns()), context);
        }
    }

    static final class NeverForces extends Undoing {
        NeverForces(SinkDriver driver) {
            super(driver);
        }

        @Override
        public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
            return super.rollback(new RollbackOptions(false, options.dryRun(), options.laterRuns()), context);
        }
    }

    static final class AlwaysActs extends Undoing {
        AlwaysActs(SinkDriver driver) {
            super(driver);
        }

        @Override
        public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
            return super.rollback(new RollbackOptions(options.force(), false, options.laterRuns()), context);
        }
    }

    /** Never says that it is done. */
    static final class SaysNothing extends Undoing {
        SaysNothing(SinkDriver driver) {
            super(driver);
        }

        @Override
        public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
            RollbackOutcome outcome = super.rollback(options, context);
            return new RollbackOutcome(
                    false, outcome.deleted(), outcome.restored(), outcome.conflicts(), outcome.conflictCount(), "");
        }
    }

    static final class ForgetsNothing extends Undoing {
        ForgetsNothing(SinkDriver driver) {
            super(driver);
        }

        @Override
        public void forget(SinkCallContext context) {}
    }
}
