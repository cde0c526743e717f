package io.strandline.gateway.sql;

import java.util.List;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/** A plan that can be run once for all executions of a batch, if it {@link #batches}. */
public interface BatchPlan extends Plan {
    /** Runs it once for all of them, each given by its parameters: all are checked before any changes anything. */
    Answer runBatch(List<List<@Nullable TypedValue>> batch, StatementExecution execution);
}
