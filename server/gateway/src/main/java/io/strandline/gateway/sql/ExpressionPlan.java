package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.linq4j.Enumerator;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/** A planned expression without columns: computed as the one row of a query without a table. Immutable. */
public final class ExpressionPlan {
    private final QueryPlan plan;
    private final List<Integer> parameters;

    private ExpressionPlan(QueryPlan plan, List<Integer> parameters) {
        this.plan = plan;
        this.parameters = parameters;
    }

    /** Plans expressions. */
    public interface Planner {
        /** The plan; throws coded errors only. */
        ExpressionPlan plan(SqlNode expression, SessionOptions options);

        /** Makes types. */
        RelDataTypeFactory types();
    }

    /**
     * Plans an expression.
     *
     * @param planned makes the plan of a query
     */
    static ExpressionPlan of(SqlNode expression, Function<SqlNode, QueryPlan> planned) {
        List<Integer> parameters = new ArrayList<>();
        SqlNode renumbered = requireNonNull(expression.accept(new SqlShuttle() {
            @Override
            public SqlNode visit(SqlDynamicParam param) {
                parameters.add(param.getIndex());
                return new SqlDynamicParam(parameters.size() - 1, param.getParserPosition());
            }
        }));
        SqlParserPos at = expression.getParserPosition();
        SqlSelect select = new SqlSelect(
                at, null, SqlNodeList.of(renumbered), null, null, null, null, null, null, null, null, null, null);
        return new ExpressionPlan(planned.apply(select), List.copyOf(parameters));
    }

    /** The expression's type. */
    public RelDataType type() {
        return plan.row().getFieldList().get(0).getType();
    }

    /** For each parameter of the expression, its number in the statement. */
    public List<Integer> parameters() {
        return parameters;
    }

    /** For each parameter of the expression, its type. */
    public List<RelDataType> parameterTypes() {
        return plan.parameterTypes();
    }

    /**
     * The value in Calcite's representation.
     *
     * @param bound the values of all parameters of the statement
     */
    public @Nullable Object compute(List<@Nullable Object> bound, StatementCall call, SessionOptions options) {
        @Nullable Object[] own = new Object[parameters.size()];
        for (int i = 0; i < own.length; i++) {
            own[i] = bound.get(parameters.get(i));
        }
        StatementData data = new StatementData(plan.typeFactory(), options.timeZone(), own, plan.planned(), call);
        try (Enumerator<?> rows = plan.code().bind(data).enumerator()) {
            rows.moveNext();
            Object row = rows.current();
            return row instanceof Object[] array ? array[0] : row;
        } catch (Throwable e) {
            throw StatementErrors.whileRunning(plan.constants().reason(e));
        }
    }
}
