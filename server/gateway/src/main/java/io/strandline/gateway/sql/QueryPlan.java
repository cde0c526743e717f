package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A compiled query, shared by all sessions with the same options. Immutable; each run has a data context of its own.
 *
 * @param planned what compiled code asks its data context for beside parameters
 * @param endless whether its rows never end by themselves
 * @param fetch how many rows LIMIT or FETCH lets through at most, a literal or a parameter; null without
 * @param constants what the code's constants failed of, if they did
 */
record QueryPlan(
        StatementKind kind,
        RelDataType row,
        WireColumns columns,
        Meta.Signature signature,
        List<RelDataType> parameterTypes,
        JavaTypeFactory typeFactory,
        Map<String, Object> planned,
        Bindable<?> code,
        boolean endless,
        @Nullable RexNode fetch,
        ConstantFailure constants)
        implements Plan {

    /** The plan of an EXPLAIN: its text, whatever the parameters. */
    static QueryPlan explanation(String sql, JavaTypeFactory factory, String text) {
        RelDataType row = factory.builder()
                .add("PLAN", factory.createSqlType(SqlTypeName.VARCHAR))
                .build();
        WireColumns columns = WireColumns.of(row, Collections.singletonList(null));
        return new QueryPlan(
                StatementKind.EXPLAIN,
                row,
                columns,
                columns.signature(sql, List.of(), Meta.StatementType.SELECT),
                List.of(),
                factory,
                Map.of(),
                data -> Linq4j.asEnumerable(Arrays.asList((Object) text)),
                false,
                null,
                new ConstantFailure());
    }

    private long most(@Nullable Object[] bound) {
        if (fetch instanceof RexLiteral literal) {
            return requireNonNull(literal.getValueAs(Long.class));
        }
        return fetch instanceof RexDynamicParam parameter && bound[parameter.getIndex()] instanceof Number given
                ? given.longValue()
                : Long.MAX_VALUE;
    }

    @Override
    public String text() {
        return signature.sql;
    }

    @Override
    public boolean changes() {
        return false;
    }

    @Override
    public Answer run(List<@Nullable TypedValue> parameters, StatementExecution execution) {
        @Nullable
        Object[] bound = ParameterValues.bind(
                parameters, parameterTypes, execution.options().timeZone(), execution::warn);
        StatementCall call = new StatementCall(execution, null);
        StatementData data = new StatementData(typeFactory, execution.options().timeZone(), bound, planned, call);
        try {
            call.checkpoint();
            Enumerator<?> rows = code.bind(data).enumerator();
            call.opened(rows);
            Iterator<?> read = endless ? new OneAtATime<>(rows, most(bound)) : Linq4j.enumeratorIterator(rows);
            return new RowsAnswer(signature, columns, read, call);
        } catch (Throwable e) {
            call.close();
            throw e;
        }
    }
}
