package io.strandline.gateway.call;

import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.JournaledChange;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.sqlkit.SqlType;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one procedure that are one change, as a batch gives them.
 *
 * @param calls at least one
 */
record ReadyBatch<R>(CallPlan<R> plan, List<ReadyCall<R>> calls) implements JournaledChange {
    private ReadyCall<R> first() {
        return calls.get(0);
    }

    @Override
    public String name() {
        return plan.name();
    }

    /** That of the first, and how many more there are. */
    @Override
    public String shown() {
        return calls.size() == 1
                ? first().shown()
                : first().shown() + " and " + (calls.size() - 1) + " more of its batch";
    }

    @Override
    public String requestHash() {
        return RequestText.hash(calls.stream().map(ReadyCall::requestHash).toList());
    }

    @Override
    public boolean keepsAnswer() {
        return first().keepsAnswer();
    }

    @Override
    public List<SqlType> answerTypes() {
        return first().answerTypes();
    }

    @Override
    public Iterator<@Nullable Object[]> run(StatementCall call) {
        return plan.openAll(calls.stream().map(ReadyCall::arguments).toList(), call);
    }

    @Override
    public Answer answer(Iterator<@Nullable Object[]> rows, StatementCall call) {
        return plan.answer(rows, call);
    }
}
