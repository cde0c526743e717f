package io.strandline.gateway.session;

import io.strandline.common.StrandlineException;
import java.util.List;
import org.apache.calcite.avatica.Meta;

/** Runs the statements of a batch one by one, each under a key of its own made from the batch's. */
final class Batch {
    private final StatementRunner runner;
    private final Session session;
    private final RequestContext request;

    Batch(StatementRunner runner, Session session, RequestContext request) {
        this.runner = runner;
        this.session = session;
        this.request = request;
    }

    /**
     * Runs them in order.
     *
     * @throws StrandlineException the first failure, saying which statement it was and how many before it are done
     */
    Meta.ExecuteBatchResult run(List<StatementRunner.Run> runs) {
        long[] counts = new long[runs.size()];
        String key = request.idempotencyKey().orElseGet(session::takeKey);
        long start = System.nanoTime();
        for (int i = 0; i < counts.length; i++) {
            RequestContext item = request.item(key == null ? null : key + "/" + i, System.nanoTime() - start);
            try {
                counts[i] = runner.runForCount(session, runs.get(i), item);
            } catch (StrandlineException e) {
                request.batchDone(i);
                throw new StrandlineException(
                        e.code(),
                        "statement " + (i + 1) + " of the batch of " + counts.length + " failed, the " + i
                                + " before it are done: " + e.getMessage());
            }
        }
        return new Meta.ExecuteBatchResult(counts);
    }
}
