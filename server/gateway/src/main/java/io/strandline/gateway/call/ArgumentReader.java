package io.strandline.gateway.call;

import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.sql.ExpressionPlan;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlSyntax;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlNameMatchers;
import org.jspecify.annotations.Nullable;

/** Reads the expression of one argument: literals and parameters as they are, other constants as something to compute. */
final class ArgumentReader {
    private static final int SHOWN = 60;

    private final ExpressionPlan.Planner planner;
    private final SessionOptions options;
    private final String procedure;

    ArgumentReader(ExpressionPlan.Planner planner, SessionOptions options, String procedure) {
        this.planner = planner;
        this.options = options;
        this.procedure = procedure;
    }

    ArgumentSource read(Parameter parameter, SqlNode expression) {
        return read(parameter, parameter.type(), expression);
    }

    private ArgumentSource read(Parameter parameter, SqlType type, SqlNode expression) {
        if (SqlUtil.isNullLiteral(expression, false)) {
            return new ArgumentSource.Null();
        }
        if (expression instanceof SqlDynamicParam dynamic) {
            return new ArgumentSource.Bound(dynamic.getIndex());
        }
        if (expression instanceof SqlLiteral literal) {
            ArgumentSource simple = literal(literal);
            if (simple != null) {
                return simple;
            }
        }
        if (expression instanceof SqlIdentifier identifier && !isFunction(identifier)) {
            throw error(
                    parameter,
                    "is the name " + Text.cut(identifier.toString(), SHOWN) + ". Write text in single quotes: "
                            + SqlNames.literal(Text.cut(identifier.toString(), SHOWN)) + ".");
        }
        if (expression.getKind() == SqlKind.ARRAY_VALUE_CONSTRUCTOR && type.element() != null) {
            SqlType element = type.element();
            List<ArgumentSource> elements = ((SqlCall) expression)
                    .getOperandList().stream()
                            .map(each -> read(parameter, element, each))
                            .toList();
            return new ArgumentSource.Elements(elements);
        }
        return computed(parameter, expression);
    }

    /** Whether it is a function without parentheses, such as {@code CURRENT_TIMESTAMP}: to the parser these are names. */
    private static boolean isFunction(SqlIdentifier identifier) {
        if (!identifier.isSimple() || identifier.isComponentQuoted(0)) {
            return false;
        }
        List<SqlOperator> found = new ArrayList<>();
        SqlStdOperatorTable.instance()
                .lookupOperatorOverloads(
                        identifier, null, SqlSyntax.FUNCTION_ID, found, SqlNameMatchers.withCaseSensitive(false));
        return !found.isEmpty();
    }

    private ArgumentSource computed(Parameter parameter, SqlNode expression) {
        Inspector inspector = new Inspector();
        expression.accept(inspector);
        if (inspector.query) {
            throw error(parameter, "is a subquery. Run it first and give its value, or bind it to a \"?\".");
        }
        String text = expression.toString();
        try {
            return new ArgumentSource.Computed(planner.plan(expression, options), text, inspector.varies);
        } catch (StrandlineException e) {
            throw new StrandlineException(
                    e.code(), "argument " + parameter.name() + " of " + procedure + ": " + e.getMessage(), e);
        }
    }

    private static @Nullable ArgumentSource literal(SqlLiteral literal) {
        SqlTypeFamily family = literal.getTypeName().getFamily();
        if (family == SqlTypeFamily.CHARACTER) {
            String text = literal.getValueAs(String.class);
            return text == null ? null : new ArgumentSource.Literal(Rep.STRING, text);
        }
        if (family == SqlTypeFamily.BOOLEAN) {
            return new ArgumentSource.Literal(Rep.BOOLEAN, literal.booleanValue());
        }
        if (family == SqlTypeFamily.NUMERIC) {
            BigDecimal number = literal.bigDecimalValue();
            return number == null ? null : new ArgumentSource.Literal(Rep.NUMBER, number);
        }
        return null;
    }

    private StrandlineException error(Parameter parameter, String what) {
        return new StrandlineException(
                ErrorCode.BAD_ARGUMENT, "argument " + parameter.name() + " of " + procedure + " " + what);
    }

    /** Whether an expression holds a query, and whether it can differ from run to run. */
    private static final class Inspector extends SqlBasicVisitor<@Nullable Void> {
        private boolean query;
        private boolean varies;

        @Override
        public @Nullable Void visit(SqlCall call) {
            query |= call.isA(SqlKind.QUERY);
            varies |= call.getOperator().isDynamicFunction()
                    || !call.getOperator().isDeterministic();
            return query ? null : super.visit(call);
        }

        @Override
        public @Nullable Void visit(SqlIdentifier id) {
            varies |= isFunction(id);
            return null;
        }
    }
}
