package io.strandline.gateway.engine;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SqlEngine;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.sqlkit.Queries;
import io.strandline.sqlkit.calcite.CalciteTypes;
import io.strandline.sqlkit.calcite.Representation;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** Queries that modules ask of the engine they are part of. */
public final class EngineQueries implements Queries {
    private final Supplier<SqlEngine> engine;

    /**
     * Of that engine.
     *
     * @param engine there once the modules are joined
     */
    public EngineQueries(Supplier<SqlEngine> engine) {
        this.engine = engine;
    }

    @Override
    public Result ask(String sql, CallContext call) {
        if (!(call instanceof StatementCall statement)) {
            throw new IllegalArgumentException("not within a statement");
        }
        StatementExecution execution = statement.execution();
        PreparedSql query = engine.get().prepare(sql, execution.options(), execution);
        if (query.kind() != StatementKind.SELECT) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "what is to be compared is no query but a " + query.kind() + ". Give a SELECT.");
        }
        Answer answer = engine.get().execute(query, List.of(), execution);
        statement.opened(answer);
        return new Asked(answer, answer.sqlRows());
    }

    /** An answer as modules have values. */
    private record Asked(Answer answer, Answer.SqlRows sqlRows) implements Result {
        @Override
        public List<String> columns() {
            return sqlRows.type().getFieldNames();
        }

        @Override
        public Iterator<@Nullable Object[]> rows() {
            List<Function<Object, Object>> conversions = new ArrayList<>();
            for (RelDataTypeField field : sqlRows.type().getFieldList()) {
                conversions.add(CalciteTypes.sqlType(field.getType())
                        .map(Representation::fromInternal)
                        .orElse(Function.identity()));
            }
            Iterator<@Nullable Object[]> source = sqlRows.rows();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return source.hasNext();
                }

                @Override
                public @Nullable Object[] next() {
                    @Nullable Object[] row = source.next();
                    @Nullable Object[] values = new Object[row.length];
                    for (int i = 0; i < values.length; i++) {
                        Object value = row[i];
                        values[i] = value == null ? null : conversions.get(i).apply(value);
                    }
                    return values;
                }
            };
        }

        @Override
        public void close() {
            answer.close();
        }
    }
}
