package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.WriteRequest;
import java.time.ZoneId;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a statement that writes, its parameters bound.
 *
 * @param bound their values, as often as the statement runs in one: the rows of a batch are one change
 * @param requestHash what makes two executions the same request
 */
record WriteRun(WritePlan plan, List<@Nullable Object[]> bound, ZoneId zone, String requestHash)
        implements JournaledChange {
    private static final int SHOWN = 8_000;

    @Override
    public String name() {
        return plan.name();
    }

    @Override
    public String shown() {
        return Text.cut(plan.text(), SHOWN);
    }

    @Override
    public boolean keepsAnswer() {
        return true;
    }

    @Override
    public List<SqlType> answerTypes() {
        return List.of(SqlType.bigint());
    }

    @Override
    public Iterator<@Nullable Object[]> run(StatementCall call) {
        WriteTarget target = plan.target();
        requireKey(target, call);
        long count = target.writer().write(target.request(), new WrittenRows(plan.source(), bound, call, zone), call);
        return Collections.singletonList(new @Nullable Object[] {count}).iterator();
    }

    /** Which rows are changed is said by their whole key and by nothing else, so that each is found and none is locked out. */
    private static void requireKey(WriteTarget target, StatementCall call) {
        if (target.kind() == WriteRequest.Kind.INSERT) {
            return;
        }
        String statement = target.kind().name();
        List<String> key = target.writer().key(call);
        if (key.isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    statement + " needs a key, and " + target.table()
                            + " has none here. SET sink.key = 'column, ...' names one, as do a sink's key and a table's"
                            + " identifier fields.");
        }
        if (!new HashSet<>(key).equals(new HashSet<>(target.named()))) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    statement + " changes rows of " + target.table() + " by their key, which is "
                            + String.join(
                                    ", ",
                                    key.stream().map(SqlNames::quoteIfNeeded).toList())
                            + ". Say WHERE key = value, or IN (...), with each column of it and no other; SET sink.key"
                            + " names another key.");
        }
        target.set().stream().filter(key::contains).findFirst().ifPresent(column -> {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "UPDATE of " + target.table() + " cannot change "
                            + SqlNames.quoteIfNeeded(column)
                            + ", which is of its key. DELETE the row and INSERT it under its new key.");
        });
    }

    @Override
    public Answer answer(Iterator<@Nullable Object[]> rows, StatementCall call) {
        Object count = rows.next()[0];
        return new CountAnswer(plan.signature(), count == null ? 0 : ((Number) count).longValue());
    }
}
