package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.sqlkit.ColumnBatches;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.MetaImpl;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * An engine of a few fixed statements, for tests of what is round the engine.
 *
 * <ul>
 *   <li>{@code ROWS n}: n rows of (id BIGINT, name VARCHAR)
 *   <li>{@code BIG n}: n rows of (id BIGINT, name VARCHAR of 1000 characters)
 *   <li>{@code ECHO ?}: the parameter as text; {@code OPTIONS}: the session's options
 *   <li>{@code CALL}: a change, once per key; answers how many there were
 *   <li>{@code COUNT}: an update count of 3
 *   <li>{@code SET name value}; {@code FAIL CODE}; {@code BUG}; {@code ERROR}
 *   <li>{@code CALL_WAIT}: a change that runs until {@link #goOn}
 *   <li>{@code WAIT}: runs until it is told to stop; {@code WAIT_ROWS}: the same after 10 rows
 * </ul>
 */
public final class FakeEngine implements SqlEngine {
    private final AtomicInteger changes = new AtomicInteger();
    private final Map<String, Integer> answersByKey = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private volatile CountDownLatch waiting = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    /** How many changes were made. */
    public int changes() {
        return changes.get();
    }

    /** How many answers are not closed. */
    public int openAnswers() {
        return open.get();
    }

    /** Count it down and a CALL_WAIT ends. */
    public CountDownLatch goOn() {
        return goOn;
    }

    /** Counted down when a WAIT runs. */
    public CountDownLatch waiting() {
        return waiting;
    }

    @Override
    public PreparedSql prepare(String sql, SessionOptions options, StatementExecution execution) {
        String word = sql.split(" ", 2)[0];
        return switch (word) {
            case "ROWS", "BIG", "WAIT_ROWS" ->
                prepared(sql, StatementKind.SELECT, false, column(0, "id", Rep.LONG), column(1, "name", Rep.STRING));
            case "ECHO" -> withParameter(prepared(sql, StatementKind.SELECT, false, column(0, "value", Rep.STRING)));
            case "OPTIONS", "WAIT" -> prepared(sql, StatementKind.SELECT, false, column(0, "value", Rep.STRING));
            case "CALL", "CALL_WAIT" -> prepared(sql, StatementKind.CALL, true, column(0, "changes", Rep.LONG));
            case "COUNT" -> prepared(sql, StatementKind.CALL, true);
            case "SET" -> prepared(sql, StatementKind.SET, false);
            case "FAIL", "BUG", "ERROR" -> prepared(sql, StatementKind.SELECT, false);
            case "SELECT" -> prepared(sql, StatementKind.SELECT, false, column(0, "EXPR$0", Rep.INTEGER));
            default -> throw new StrandlineException(ErrorCode.SYNTAX, "no statement \"" + word + "\".");
        };
    }

    @Override
    public Answer execute(PreparedSql prepared, List<TypedValue> parameters, StatementExecution execution) {
        String[] words = prepared.text().split(" ", 3);
        execution.checkpoint();
        return switch (words[0]) {
            case "ROWS" -> rows(prepared, Long.parseLong(words[1]), id -> new Object[] {id, "row " + id});
            case "BIG" -> rows(prepared, Long.parseLong(words[1]), id -> new Object[] {id, "x".repeat(1_000)});
            case "WAIT_ROWS" -> rows(prepared, 1_000, id -> row(id, execution));
            case "ECHO" -> one(prepared, echo(parameters));
            case "OPTIONS" -> one(prepared, execution.options().toString());
            case "SELECT" -> prepared.text().equals("SELECT 1") ? one(prepared, 1) : metadata(prepared, parameters);
            case "WAIT" -> await(execution);
            case "CALL" -> one(prepared, (long) change(execution));
            case "CALL_WAIT" -> one(prepared, (long) awaitThenChange(execution));
            case "COUNT" ->
                new FakeAnswer(prepared.signature(), 3, List.<Object[]>of().iterator());
            case "SET" -> set(prepared, words[1], words.length < 3 ? null : words[2], execution);
            case "FAIL" -> throw new StrandlineException(ErrorCode.valueOf(words[1]), "it failed as asked.");
            case "BUG" -> throw new IllegalStateException("secret detail");
            case "ERROR" -> throw new AssertionError("secret detail");
            default -> throw new IllegalArgumentException(words[0]);
        };
    }

    private static Object echo(List<TypedValue> parameters) {
        TypedValue value = parameters.isEmpty() ? null : parameters.get(0);
        return value == null || value.value == null ? null : value.value.toString();
    }

    private int change(StatementExecution execution) {
        return execution
                .idempotencyKey()
                .map(key -> answersByKey.computeIfAbsent(
                        execution.caller().user() + " " + key, k -> changes.incrementAndGet()))
                .orElseGet(changes::incrementAndGet);
    }

    private Answer set(PreparedSql prepared, String name, String value, StatementExecution execution) {
        execution.session().set(name, value);
        return new FakeAnswer(prepared.signature(), 0, List.<Object[]>of().iterator());
    }

    private Answer await(StatementExecution execution) {
        waiting.countDown();
        while (true) {
            execution.checkpoint();
            Thread.onSpinWait();
        }
    }

    private int awaitThenChange(StatementExecution execution) {
        waiting.countDown();
        while (goOn.getCount() > 0) {
            execution.checkpoint();
            Thread.onSpinWait();
        }
        return change(execution);
    }

    private Object[] row(long id, StatementExecution execution) {
        if (id == 10) {
            await(execution);
        }
        return new Object[] {id, "row " + id};
    }

    private Answer metadata(PreparedSql prepared, List<TypedValue> parameters) {
        return new FakeAnswer(
                prepared.signature(),
                -1,
                FakeSchema.rows(prepared.text(), parameters).iterator());
    }

    private Answer rows(PreparedSql prepared, long count, LongFunction<Object[]> row) {
        return new FakeAnswer(
                prepared.signature(),
                -1,
                LongStream.range(0, count).mapToObj(row).iterator());
    }

    private Answer one(PreparedSql prepared, Object value) {
        return new FakeAnswer(
                prepared.signature(),
                -1,
                List.<Object[]>of(new Object[] {value}).iterator());
    }

    private static ColumnMetaData column(int index, String name, Rep rep) {
        int type = switch (rep) {
            case LONG -> Types.BIGINT;
            case INTEGER -> Types.INTEGER;
            default -> Types.VARCHAR;
        };
        return MetaImpl.columnMetaData(
                name, index, ColumnMetaData.scalar(type, rep == Rep.STRING ? "VARCHAR" : "BIGINT", rep), true);
    }

    @Override
    public Answer executeBatch(PreparedSql prepared, List<List<TypedValue>> batch, StatementExecution execution) {
        throw new UnsupportedOperationException("nothing here is a batch");
    }

    @Override
    public Answer ingest(
            List<String> table, ColumnBatches batches, SessionOptions options, StatementExecution execution) {
        throw new UnsupportedOperationException("nothing here takes columns");
    }

    private static FakeSql prepared(String sql, StatementKind kind, boolean changes, ColumnMetaData... columns) {
        Meta.Signature signature = new Meta.Signature(
                List.of(columns), sql, List.of(), Map.of(), Meta.CursorFactory.ARRAY, Meta.StatementType.SELECT);
        return new FakeSql(sql, signature, kind, changes);
    }

    private static FakeSql withParameter(FakeSql sql) {
        List<AvaticaParameter> parameters = new ArrayList<>();
        parameters.add(new AvaticaParameter(false, 0, 0, Types.VARCHAR, "VARCHAR", "java.lang.String", "?1"));
        Meta.Signature s = sql.signature();
        return new FakeSql(
                sql.text(),
                new Meta.Signature(s.columns, s.sql, parameters, Map.of(), s.cursorFactory, s.statementType),
                sql.kind(),
                sql.changes());
    }

    private record FakeSql(String text, Meta.Signature signature, StatementKind kind, boolean changes)
            implements PreparedSql {}

    private final class FakeAnswer implements Answer {
        private final Meta.Signature signature;
        private final long updateCount;
        private final Iterator<Object[]> rows;
        private boolean closed;

        FakeAnswer(Meta.Signature signature, long updateCount, Iterator<Object[]> rows) {
            this.signature = signature;
            this.updateCount = updateCount;
            this.rows = rows;
            open.incrementAndGet();
        }

        @Override
        public Meta.Signature signature() {
            return signature;
        }

        @Override
        public long updateCount() {
            return updateCount;
        }

        @Override
        public Iterator<Object[]> rows() {
            return rows;
        }

        @Override
        public synchronized void close() {
            if (!closed) {
                closed = true;
                open.decrementAndGet();
            }
        }
    }
}
