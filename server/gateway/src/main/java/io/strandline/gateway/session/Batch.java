package io.strandline.gateway.session;

import io.strandline.common.StrandlineException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** Runs the statements of a batch: as one change where they are one, else one by one, each under a key made from the batch's. */
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
        String key = request.idempotencyKey()
                .or(() -> Optional.ofNullable(session.takeKey()))
                .or(request::generatedKey)
                .orElse(null);
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

    /**
     * Runs a prepared statement with each of those parameters.
     *
     * @throws StrandlineException as {@link #run(List)} does; of executions that are one change none is done then
     */
    Meta.ExecuteBatchResult run(String sql, List<List<@Nullable TypedValue>> executions) {
        if (executions.isEmpty() || !runner.batches(session, sql, request)) {
            return run(executions.stream()
                    .map(values -> new StatementRunner.Run(sql, values, Long.MAX_VALUE, 0))
                    .toList());
        }
        long[] counts = new long[executions.size()];
        try {
            long rows = runner.runAsOne(session, sql, executions, request);
            boolean even = rows >= counts.length && rows % counts.length == 0;
            Arrays.fill(counts, even ? rows / counts.length : Statement.SUCCESS_NO_INFO);
            return new Meta.ExecuteBatchResult(counts);
        } catch (StrandlineException e) {
            request.batchDone(0);
            throw e;
        }
    }
}
