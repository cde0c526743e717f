package io.strandline.gateway.call;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.BatchPlan;
import io.strandline.gateway.sql.CountAnswer;
import io.strandline.gateway.sql.ParameterValues;
import io.strandline.gateway.sql.RowsAnswer;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.gateway.sql.WireColumns;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.calcite.RowReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.rel.type.RelDataType;
import org.jspecify.annotations.Nullable;

/**
 * A call ready to run, or a statement that a procedure carries out. Immutable; role and session are checked at each run
 * (GW-3).
 *
 * @param kind a call answers rows, another statement a count
 * @param name schema and name of the procedure, as SQL text; the statement's first words
 * @param parameterTypes wanted of each {@code ?}
 */
record CallPlan<R>(
        StatementKind kind,
        String text,
        String name,
        Procedure<R> procedure,
        ArgumentValues arguments,
        List<RelDataType> parameterTypes,
        WireColumns columns,
        Meta.Signature signature,
        RowReader<R> reader,
        ChangingCall changing)
        implements BatchPlan {

    private boolean isCall() {
        return kind == StatementKind.CALL;
    }

    /** As messages name it. */
    private String label() {
        return isCall() ? "procedure " + name : name;
    }

    @Override
    public boolean changes() {
        return procedure.changes();
    }

    @Override
    public Answer run(List<@Nullable TypedValue> parameters, StatementExecution execution) {
        ReadyCall<R> ready = ready(parameters, execution);
        return changes() ? changing.run(ready, execution) : read(ready.arguments(), new StatementCall(execution, null));
    }

    /** Calls of a procedure that takes several at once. */
    @Override
    public boolean batches() {
        return isCall() && changes() && procedure.group().isPresent();
    }

    @Override
    public Answer runBatch(List<List<@Nullable TypedValue>> batch, StatementExecution execution) {
        List<ReadyCall<R>> calls = new ArrayList<>();
        for (List<@Nullable TypedValue> parameters : batch) {
            try {
                calls.add(ready(parameters, execution));
            } catch (StrandlineException e) {
                throw new StrandlineException(
                        e.code(),
                        "call " + (calls.size() + 1) + " of the batch of " + batch.size() + ": " + e.getMessage()
                                + " None of them was made.",
                        e);
            }
        }
        return changing.run(new ReadyBatch<>(this, calls), execution);
    }

    /** Checks role and session, and computes the arguments; nothing has happened after that. */
    ReadyCall<R> ready(List<@Nullable TypedValue> parameters, StatementExecution execution) {
        if (changes() && execution.options().readOnly()) {
            throw new StrandlineException(
                    ErrorCode.READ_ONLY,
                    label() + " changes something and this session is read only. Use another session.");
        }
        execution.caller().require(procedure.role(), label());
        List<@Nullable Object> bound = Arrays.asList(ParameterValues.bind(
                parameters, parameterTypes, execution.options().timeZone(), execution::warn));
        StatementCall call = new StatementCall(execution, null);
        Arguments computed = arguments.compute(new ArgumentValues.Run(bound, call, execution.options()));
        requireGranted(computed, execution.caller());
        execution.calling(name, RequestText.target(procedure, computed));
        return new ReadyCall<>(this, computed, bound);
    }

    /** Who may make it and its arguments, for one that is only explained. */
    Arguments explained(StatementExecution execution) {
        execution.caller().require(procedure.role(), label());
        return arguments.compute(
                new ArgumentValues.Run(List.of(), new StatementCall(execution, null), execution.options()));
    }

    /** A call that names a connection is refused before it looks at anything of it. */
    private void requireGranted(Arguments computed, Caller caller) {
        if (procedure.parameter(Procedure.CONNECTION).isPresent()) {
            computed.optionalText(Procedure.CONNECTION).ifPresent(caller::requireConnection);
        }
    }

    private Answer read(Arguments computed, StatementCall call) {
        try {
            call.checkpoint();
            return answer(open(computed, call), call);
        } catch (Throwable e) {
            call.close();
            throw e;
        }
    }

    /** Calls the procedure; its rows are closed with the call. */
    Iterator<@Nullable Object[]> open(Arguments computed, StatementCall call) {
        Stream<R> rows = procedure.body().call(computed, call);
        call.opened(rows);
        return rows.<@Nullable Object[]>map(reader::read).iterator();
    }

    /** The same for several calls at once. */
    Iterator<@Nullable Object[]> openAll(List<Arguments> computed, StatementCall call) {
        Stream<R> rows = procedure.group().orElseThrow().call(computed, call);
        call.opened(rows);
        return rows.<@Nullable Object[]>map(reader::read).iterator();
    }

    /** What is answered when those were its rows. */
    Answer answer(Iterator<@Nullable Object[]> rows, StatementCall call) {
        return isCall() ? new RowsAnswer(signature, columns, rows, call) : new CountAnswer(signature);
    }

    /** The call as text with its arguments' values, secrets masked; for the journal. */
    String shown(Arguments computed) {
        return isCall() ? "CALL " + name + RequestText.of(computed) : RequestText.shown(text);
    }
}
