package io.strandline.gateway.call;

import io.strandline.common.SqlNames;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.JournaledChange;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.SqlType;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call whose caller may make it, with its arguments.
 *
 * @param bound values of its {@code ?}
 */
record ReadyCall<R>(CallPlan<R> plan, Arguments arguments, List<@Nullable Object> bound) implements JournaledChange {
    /** The same call with other arguments. */
    ReadyCall<R> with(Arguments others) {
        return new ReadyCall<>(plan, others, bound);
    }

    @Override
    public String name() {
        return plan.name();
    }

    @Override
    public String shown() {
        return plan.shown(arguments);
    }

    @Override
    public String requestHash() {
        return RequestText.hash(
                SqlNames.literal(plan.name()), arguments, plan.arguments().varying(bound));
    }

    @Override
    public boolean keepsAnswer() {
        return !plan.procedure().secret();
    }

    @Override
    public List<SqlType> answerTypes() {
        return plan.procedure().columns().stream().map(Column::type).toList();
    }

    @Override
    public Iterator<@Nullable Object[]> run(StatementCall call) {
        return plan.open(arguments, call);
    }

    @Override
    public Answer answer(Iterator<@Nullable Object[]> rows, StatementCall call) {
        return plan.answer(rows, call);
    }
}
