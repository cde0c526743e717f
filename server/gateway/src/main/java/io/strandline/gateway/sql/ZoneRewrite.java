package io.strandline.gateway.sql;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexSubQuery;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Puts {@link ZonedTimes} where a query makes an instant of a zoneless time or of text, and where it compares an instant with
 * a zoneless time, which Calcite does by their bare numbers.
 */
final class ZoneRewrite extends RelHomogeneousShuttle {
    private final Expressions expressions;

    ZoneRewrite(RexBuilder rex) {
        this.expressions = new Expressions(rex);
    }

    @Override
    public RelNode visit(RelNode other) {
        return super.visit(other).accept(expressions);
    }

    private final class Expressions extends RexShuttle {
        private final RexBuilder rex;

        Expressions(RexBuilder rex) {
            this.rex = rex;
        }

        @Override
        public RexNode visitCall(RexCall call) {
            RexNode visited = super.visitCall(call);
            if (!(visited instanceof RexCall changed)) {
                return visited;
            }
            if (changed.getKind() == SqlKind.CAST && isInstant(changed.getType())) {
                return cast(changed);
            }
            return SqlKind.COMPARISON.contains(changed.getKind()) ? comparison(changed) : changed;
        }

        private RexNode cast(RexCall cast) {
            RexNode operand = cast.getOperands().get(0);
            return switch (operand.getType().getSqlTypeName()) {
                case TIMESTAMP -> rex.makeCall(ZonedTimes.OF_TIMESTAMP, operand);
                case CHAR, VARCHAR -> rex.makeCall(ZonedTimes.OF_TEXT, operand);
                default -> cast;
            };
        }

        private RexNode comparison(RexCall comparison) {
            if (comparison.getOperands().stream().noneMatch(operand -> isInstant(operand.getType()))) {
                return comparison;
            }
            List<RexNode> operands = new ArrayList<>();
            for (RexNode operand : comparison.getOperands()) {
                operands.add(
                        operand.getType().getSqlTypeName() == SqlTypeName.TIMESTAMP
                                ? rex.makeCall(ZonedTimes.OF_TIMESTAMP, operand)
                                : operand);
            }
            return comparison.clone(comparison.getType(), operands);
        }

        @Override
        public RexNode visitSubQuery(RexSubQuery subQuery) {
            RexNode visited = super.visitSubQuery(subQuery);
            return visited instanceof RexSubQuery query ? query.clone(query.rel.accept(ZoneRewrite.this)) : visited;
        }
    }

    private static boolean isInstant(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }
}
