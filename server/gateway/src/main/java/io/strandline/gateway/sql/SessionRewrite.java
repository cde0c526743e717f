package io.strandline.gateway.sql;

import java.util.List;
import java.util.Set;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * What depends on the session in a query: instants are computed with in its time zone (GW-9), CURRENT_CATALOG and
 * CURRENT_SCHEMA are its own.
 */
final class SessionRewrite extends RelHomogeneousShuttle {
    /** Operators that make a text of whatever they are given. */
    private static final Set<SqlOperator> MADE_TEXT =
            Set.of(SqlStdOperatorTable.CONCAT, SqlStdOperatorTable.JSON_OBJECT, SqlStdOperatorTable.JSON_ARRAY);

    /** What stands for the levels of the session's path. */
    private static final List<SqlOperator> PATH =
            List.of(SqlStdOperatorTable.CURRENT_CATALOG, SqlStdOperatorTable.CURRENT_SCHEMA);

    private final Expressions expressions;

    /**
     * For one statement.
     *
     * @param path the session's catalog and schema
     */
    SessionRewrite(RexBuilder rex, List<String> path) {
        this.expressions = new Expressions(rex, path);
    }

    @Override
    public RelNode visit(RelNode other) {
        return super.visit(other).accept(expressions);
    }

    private final class Expressions extends RexShuttle {
        private final RexBuilder rex;
        private final List<String> path;
        private final InstantCalls instants;

        Expressions(RexBuilder rex, List<String> path) {
            this.rex = rex;
            this.path = path;
            this.instants = new InstantCalls(rex);
        }

        @Override
        public RexNode visitCall(RexCall call) {
            int level = PATH.indexOf(call.getOperator());
            if (level >= 0) {
                return rex.makeLiteral(path.get(level), call.getType(), true);
            }
            if (call.getKind() == SqlKind.SEARCH
                    && InstantCalls.isInstant(call.getOperands().get(0).getType())) {
                return RexUtil.expandSearch(rex, null, call).accept(this);
            }
            RexNode visited = super.visitCall(call);
            if (!(visited instanceof RexCall changed)) {
                return visited;
            }
            if (MADE_TEXT.contains(changed.getOperator())) {
                return changed.clone(
                        changed.getType(),
                        changed.getOperands().stream().map(instants::text).toList());
            }
            return roundsDayToLess(changed) ? changed.getOperands().get(0) : instants.resolve(changed);
        }

        /** A day rounded to hours is the day; Calcite would count the hours in days. */
        private static boolean roundsDayToLess(RexCall call) {
            return (call.getKind() == SqlKind.FLOOR || call.getKind() == SqlKind.CEIL)
                    && call.getType().getSqlTypeName() == SqlTypeName.DATE
                    && call.getOperands().size() == 2
                    && call.getOperands().get(1) instanceof RexLiteral unit
                    && unit.getValue() instanceof TimeUnitRange range
                    && range.startUnit.multiplier.longValue() < DateTimeUtils.MILLIS_PER_DAY
                    && !range.startUnit.yearMonth;
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexNode visited = super.visitSubQuery(subQuery);
            return visited instanceof RexSubQuery query ? query.clone(query.rel.accept(SessionRewrite.this)) : visited;
        }
    }
}
