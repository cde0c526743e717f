package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.SinkCallContext;
import java.util.function.Predicate;
import org.apache.iceberg.Table;

/** Sends the commits of a run, and knows whether one of them may have landed though nobody told. Used by one thread. */
final class CommitSender {
    private final IcebergTarget target;
    private boolean uncertain;

    CommitSender(IcebergTarget target) {
        this.target = target;
    }

    /** Whether the table may name the files though nobody knows: then none is deleted (CAT-18). */
    boolean isUncertain() {
        return uncertain;
    }

    /** Sends a commit; where its answer is lost, the table tells (SNK-6). */
    void send(RunCommit commit, Predicate<Table> edit, Predicate<Table> isThere, SinkCallContext context) {
        boolean before = uncertain;
        uncertain = true;
        try {
            target.commit(edit, context);
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.OUTCOME_UNKNOWN) {
                // refused: nothing was changed by this attempt
                uncertain = before;
                throw e;
            }
            if (!isThere.test(reread(commit, e, context))) {
                throw e;
            }
        }
        uncertain = false;
    }

    private Table reread(RunCommit commit, StrandlineException lost, SinkCallContext context) {
        try {
            Table now = target.open(context).unwrap(Table.class);
            commit.requireSameTable(now);
            return now;
        } catch (StrandlineException e) {
            lost.addSuppressed(e);
            throw lost;
        }
    }
}
