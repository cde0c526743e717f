package io.strandline.gateway.sql;

import java.util.List;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.CallImplementor;
import org.apache.calcite.adapter.enumerable.NullPolicy;
import org.apache.calcite.adapter.enumerable.RexImpTable;
import org.apache.calcite.linq4j.tree.Expressions;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.FunctionParameter;
import org.apache.calcite.schema.ImplementableFunction;
import org.apache.calcite.schema.ScalarFunction;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlReturnTypeInference;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeTransforms;
import org.apache.calcite.sql.validate.SqlUserDefinedFunction;

/**
 * A function of our own that the planner puts into queries: a static method of one operand that is not null, and of the data
 * context, which knows the session.
 */
record SessionFunction(SqlTypeName result, Class<?> owner, String method, Class<?> operand)
        implements ScalarFunction, ImplementableFunction {

    /** The operator that calls it; NULL of NULL. */
    static SqlOperator operator(
            String name,
            SqlReturnTypeInference type,
            SqlTypeName result,
            Class<?> owner,
            String method,
            Class<?> operand) {
        return new SqlUserDefinedFunction(
                new SqlIdentifier(name, SqlParserPos.ZERO),
                SqlKind.OTHER_FUNCTION,
                type.andThen(SqlTypeTransforms.TO_NULLABLE),
                null,
                null,
                new SessionFunction(result, owner, method, operand));
    }

    @Override
    public RelDataType getReturnType(RelDataTypeFactory typeFactory) {
        return typeFactory.createSqlType(result);
    }

    @Override
    public List<FunctionParameter> getParameters() {
        return List.of();
    }

    @Override
    public CallImplementor getImplementor() {
        return RexImpTable.createImplementor(
                (translator, call, operands) -> Expressions.call(
                        owner, method, Expressions.convert_(operands.get(0), operand), DataContext.ROOT),
                NullPolicy.STRICT,
                false);
    }
}
