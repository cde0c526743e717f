package io.strandline.gateway.call;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.Plan;
import io.strandline.gateway.sql.RowsAnswer;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.gateway.sql.WireColumns;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.calcite.CalciteTypes;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.jspecify.annotations.Nullable;

/** A call that runs in the background: it answers the id of its job. Immutable. */
record JobPlan<R>(CallPlan<R> call, WireColumns columns, Meta.Signature signature, JobStart start) implements Plan {
    private static final Columns<String> ANSWER =
            Columns.<String>none().column("job_id", SqlType.text(), job -> job, "The job, as runtime.jobs shows it.");

    static <R> JobPlan<R> of(CallPlan<R> call, JobStart start, RelDataTypeFactory types) {
        List<@Nullable List<String>> origins = Collections.nCopies(1, null);
        WireColumns columns = WireColumns.of(CalciteTypes.row(ANSWER.list(), types), origins);
        return new JobPlan<>(
                call, columns, columns.signature(call.text(), call.parameterTypes(), Meta.StatementType.SELECT), start);
    }

    /**
     * Whether a call is to run in the background, which decides the columns of its answer and so must be known when it is
     * planned.
     *
     * @throws StrandlineException {@code BAD_ARGUMENT} if that is not written in it
     */
    static boolean isWanted(String procedure, Map<Parameter, ArgumentSource> sources) {
        for (Map.Entry<Parameter, ArgumentSource> source : sources.entrySet()) {
            if (!source.getKey().name().equals(Procedure.BACKGROUND)
                    || source.getValue() instanceof ArgumentSource.Default) {
                continue;
            }
            if (source.getValue() instanceof ArgumentSource.Literal literal && literal.value() instanceof Boolean is) {
                return is;
            }
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "argument " + Procedure.BACKGROUND + " of " + procedure
                            + " must be written as TRUE or FALSE, or left out: it decides which columns the answer has, so it"
                            + " can be neither a parameter nor computed.");
        }
        return false;
    }

    @Override
    public String text() {
        return call.text();
    }

    @Override
    public StatementKind kind() {
        return StatementKind.CALL;
    }

    @Override
    public boolean changes() {
        return true;
    }

    @Override
    public Answer run(List<@Nullable TypedValue> parameters, StatementExecution execution) {
        return start.run(this, call.ready(parameters, execution), execution);
    }

    /** That job as the answer. */
    Answer answer(String job, StatementExecution execution) {
        Iterator<Object[]> rows = List.<Object[]>of(new Object[] {job}).iterator();
        return new RowsAnswer(signature, columns, rows, new StatementCall(execution, null));
    }
}
