package io.strandline.sink.contract;

import io.strandline.sink.CommitStamp;
import io.strandline.sink.Page;
import io.strandline.sink.PageReport;
import io.strandline.sink.RowOutcome;
import io.strandline.sink.RowPolicy;
import io.strandline.sink.SinkCallContext;
import io.strandline.sink.SinkDescription;
import io.strandline.sink.SinkDriver;
import io.strandline.sink.UnknownFields;
import io.strandline.sink.WriteCall;
import io.strandline.sink.WriteMode;
import java.util.stream.Stream;

/** Drivers that each get one thing about pages wrong. */
final class BadWriting {
    private BadWriting() {}

    /** Says of itself what its configuration does not. */
    static final class SaysMore extends ForwardingDriver {
        SaysMore(SinkDriver driver) {
            super(driver);
        }

        @Override
        public SinkDescription describe() {
            SinkDescription says = super.describe();
            return new SinkDescription(
                    says.id(),
                    says.connector(),
                    says.datasetUri(),
                    says.modes(),
                    says.capabilities(),
                    UnknownFields.KEPT,
                    says.atomicity(),
                    says.dedupsByKey(),
                    says.nativeLoads(),
                    says.configSchema());
        }
    }

    static final class LosesTheLast extends ForwardingDriver {
        LosesTheLast(SinkDriver driver) {
            super(driver);
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            super.write(page.where(row -> row < page.size() - 1), policy, call);
            return PageReport.accepted(page.size());
        }
    }

    static final class WritesBeforeTheFailed extends ForwardingDriver {
        WritesBeforeTheFailed(SinkDriver driver) {
            super(driver);
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            PageReport report = super.write(page, policy, call);
            if (report instanceof PageReport.Failed failed) {
                super.write(page.where(row -> row < failed.row()), policy, call);
                flush(call.context());
                completeRun(call.context());
            }
            return report;
        }
    }

    static final class SaysAllAccepted extends ForwardingDriver {
        SaysAllAccepted(SinkDriver driver) {
            super(driver);
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            super.write(page, policy, call);
            return new PageReport.Rows(Stream.generate(() -> RowOutcome.ACCEPTED)
                    .limit(page.size())
                    .toList());
        }
    }

    private static class Ignores extends ForwardingDriver {
        private final WriteMode mode;

        Ignores(SinkDriver driver, WriteMode mode) {
            super(driver);
            this.mode = mode;
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            return call.context().mode() == mode ? PageReport.accepted(page.size()) : super.write(page, policy, call);
        }
    }

    static final class UpsertsNothing extends Ignores {
        UpsertsNothing(SinkDriver driver) {
            super(driver, WriteMode.UPSERT);
        }
    }

    static final class DeletesNothing extends Ignores {
        DeletesNothing(SinkDriver driver) {
            super(driver, WriteMode.DELETE);
        }
    }

    /** Says of its pages that they land otherwise than they do. */
    static final class LandsMoreThanItSays extends ForwardingDriver {
        LandsMoreThanItSays(SinkDriver driver) {
            super(driver);
        }

        @Override
        public boolean landsEachPage(SinkCallContext context) {
            return !super.landsEachPage(context);
        }
    }

    /** Counts when all is committed. */
    static final class AccountsAfter extends ForwardingDriver {
        AccountsAfter(SinkDriver driver) {
            super(driver);
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            PageReport report =
                    super.write(page, policy, new WriteCall(call.context(), call.page(), call.stamp(), any -> {}));
            call.account(report);
            return report;
        }
    }

    static final class CompletesEachPage extends ForwardingDriver {
        CompletesEachPage(SinkDriver driver) {
            super(driver);
        }

        @Override
        public PageReport write(Page page, RowPolicy policy, WriteCall call) {
            CommitStamp stamp = call.stamped()
                    .map(given -> new CommitStamp(given.scope(), given.token(), true))
                    .orElse(null);
            return super.write(page, policy, new WriteCall(call.context(), call.page(), stamp, call.accountant()));
        }
    }
}
