package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.WriteRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * An INSERT, UPDATE or DELETE ready to run: a changing statement (GW-1), whose rows are made as its table asks for them.
 * Immutable; who may write is checked by the table at each run (GW-3).
 *
 * @param runner runs it
 */
record WritePlan(
        String text,
        Meta.Signature signature,
        WriteTarget target,
        WriteSource source,
        WriteParameters parameters,
        ChangeRunner runner)
        implements BatchPlan {

    /** As messages and {@code runtime.jobs} name it. */
    String name() {
        return target.kind().name();
    }

    /** What it would write and where the rows come from, for EXPLAIN. */
    String explained() {
        return "Write(kind=[" + name() + "], table=[" + target.table() + "], columns=["
                + String.join(", ", target.request().columns()) + "]"
                + (target.named().isEmpty() ? "" : ", key=[" + String.join(", ", target.named()) + "]") + ")\n"
                + source.explained();
    }

    @Override
    public StatementKind kind() {
        return StatementKind.valueOf(name());
    }

    @Override
    public boolean changes() {
        return true;
    }

    /** Rows that were written out, with parameters: those of all executions of a batch are one change. */
    @Override
    public boolean batches() {
        return target.kind() == WriteRequest.Kind.INSERT && source.writtenOut();
    }

    /** How many rows each execution of a batch gives. */
    int rowsOfOne() {
        return source.rows().size();
    }

    @Override
    public Answer run(List<@Nullable TypedValue> values, StatementExecution execution) {
        return run(
                Collections.singletonList(
                        parameters.bind(values, execution.options().timeZone())),
                List.of(values),
                execution);
    }

    /** Runs it once for the rows of all those executions. */
    @Override
    public Answer runBatch(List<List<@Nullable TypedValue>> batch, StatementExecution execution) {
        List<@Nullable Object[]> bound = new ArrayList<>(batch.size());
        for (List<@Nullable TypedValue> values : batch) {
            try {
                bound.add(parameters.bind(values, execution.options().timeZone()));
            } catch (StrandlineException e) {
                throw new StrandlineException(
                        e.code(),
                        "row " + (bound.size() + 1) + " of the batch of " + batch.size() + ": " + e.getMessage()
                                + " None of its rows was written.",
                        e);
            }
        }
        return run(bound, batch, execution);
    }

    private Answer run(
            List<@Nullable Object[]> bound, List<List<@Nullable TypedValue>> values, StatementExecution execution) {
        if (execution.options().readOnly()) {
            throw new StrandlineException(
                    ErrorCode.READ_ONLY,
                    name() + " changes something and this session is read only. Use another session.");
        }
        execution.calling(name(), target.table());
        SessionOptions options = execution.options();
        return runner.run(new WriteRun(this, bound, options.timeZone(), requestHash(values, options)), execution);
    }

    /** Text and what was bound, and what of the session decides how they are read and written. */
    private String requestHash(List<List<@Nullable TypedValue>> values, SessionOptions options) {
        RequestHash hash = new RequestHash(options);
        hash.add(text);
        for (List<@Nullable TypedValue> row : values) {
            for (TypedValue value : row) {
                hash.add(value == null || value.value == null ? "NULL" : value.type + "=" + value.value);
            }
        }
        return hash.hex();
    }
}
