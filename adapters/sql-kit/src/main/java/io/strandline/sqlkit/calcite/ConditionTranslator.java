package io.strandline.sqlkit.calcite;

import com.google.common.collect.BoundType;
import com.google.common.collect.Range;
import io.strandline.sqlkit.Condition.Operator;
import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.VirtualTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUnknownAs;
import org.apache.calcite.util.Sarg;

/**
 * Takes from a filter the conditions that a table can use and that the scan can check with exactly SQL's meaning: a bare
 * column against constants and parameters of its own type. Everything else is left to Calcite.
 */
final class ConditionTranslator {
    private static final Set<Operator> EQUALITIES = Set.of(Operator.EQUAL, Operator.IN);

    private final ScanSpec spec;
    private final OperandTranslator operands = new OperandTranslator();

    private ConditionTranslator(ScanSpec spec) {
        this.spec = spec;
    }

    /** A filter in two parts whose conjunction it is. */
    record Split(List<ScanCondition> pushed, List<RexNode> rest) {}

    static Split split(RexNode filter, ScanSpec spec) {
        ConditionTranslator translator = new ConditionTranslator(spec);
        List<ScanCondition> pushed = new ArrayList<>();
        List<RexNode> rest = new ArrayList<>();
        for (RexNode conjunct : RelOptUtil.conjunctions(filter)) {
            List<ScanCondition> conditions = translator.translate(conjunct);
            if (conditions.isEmpty() || !conditions.stream().allMatch(translator::tableCanUse)) {
                rest.add(conjunct);
            } else {
                pushed.addAll(conditions);
            }
        }
        return new Split(pushed, rest);
    }

    private boolean tableCanUse(ScanCondition condition) {
        VirtualTable<?> table = spec.table();
        String column = table.columns().get(condition.column()).name();
        return table.comparisons().contains(column)
                || (EQUALITIES.contains(condition.operator())
                        && table.equalities().contains(column));
    }

    /** The conjunct as conditions that all must hold; empty if it is none. */
    private List<ScanCondition> translate(RexNode node) {
        return switch (node.getKind()) {
            case EQUALS -> comparison((RexCall) node, Operator.EQUAL);
            case NOT_EQUALS -> comparison((RexCall) node, Operator.NOT_EQUAL);
            case LESS_THAN -> comparison((RexCall) node, Operator.LESS);
            case LESS_THAN_OR_EQUAL -> comparison((RexCall) node, Operator.LESS_OR_EQUAL);
            case GREATER_THAN -> comparison((RexCall) node, Operator.GREATER);
            case GREATER_THAN_OR_EQUAL -> comparison((RexCall) node, Operator.GREATER_OR_EQUAL);
            case OR -> alternatives((RexCall) node);
            case SEARCH -> search((RexCall) node);
            case IS_NULL -> nullTest((RexCall) node, Operator.IS_NULL);
            case IS_NOT_NULL -> nullTest((RexCall) node, Operator.IS_NOT_NULL);
            case INPUT_REF -> truth(node, true);
            case NOT -> truth(((RexCall) node).getOperands().get(0), false);
            default -> List.of();
        };
    }

    private List<ScanCondition> comparison(RexCall call, Operator operator) {
        RexNode left = call.getOperands().get(0);
        RexNode right = call.getOperands().get(1);
        if (left instanceof RexInputRef ref) {
            return condition(ref, operator, List.of(right));
        }
        return right instanceof RexInputRef ref ? condition(ref, mirrored(operator), List.of(left)) : List.of();
    }

    private static Operator mirrored(Operator operator) {
        return switch (operator) {
            case LESS -> Operator.GREATER;
            case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
            case GREATER -> Operator.LESS;
            case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
            case EQUAL, NOT_EQUAL, IN, IS_NULL, IS_NOT_NULL -> operator;
        };
    }

    private List<ScanCondition> condition(RexInputRef ref, Operator operator, List<RexNode> values) {
        int column = spec.columns().get(ref.getIndex());
        SqlType type = spec.table().columns().get(column).type();
        List<ScanCondition.Operand> translated = new ArrayList<>();
        for (RexNode value : values) {
            Optional<ScanCondition.Operand> operand = operands.translate(value, type);
            if (operand.isEmpty()) {
                return List.of();
            }
            translated.add(operand.orElseThrow());
        }
        return List.of(new ScanCondition(column, operator, translated));
    }

    /** {@code c = x or c = y} is {@code c in (x, y)}. */
    private List<ScanCondition> alternatives(RexCall or) {
        List<ScanCondition.Operand> values = new ArrayList<>();
        int column = -1;
        for (RexNode disjunct : RelOptUtil.disjunctions(or)) {
            List<ScanCondition> one = translate(disjunct);
            if (one.size() != 1
                    || !EQUALITIES.contains(one.get(0).operator())
                    || (column >= 0 && column != one.get(0).column())) {
                return List.of();
            }
            column = one.get(0).column();
            values.addAll(one.get(0).operands());
        }
        return List.of(new ScanCondition(column, Operator.IN, values));
    }

    private List<ScanCondition> nullTest(RexCall call, Operator operator) {
        return call.getOperands().get(0) instanceof RexInputRef ref ? condition(ref, operator, List.of()) : List.of();
    }

    private List<ScanCondition> truth(RexNode node, boolean value) {
        if (!(node instanceof RexInputRef ref)) {
            return List.of();
        }
        int column = spec.columns().get(ref.getIndex());
        if (spec.table().columns().get(column).type().kind() != SqlType.Kind.BOOLEAN) {
            return List.of();
        }
        return List.of(new ScanCondition(
                column, Operator.EQUAL, List.of(new ScanCondition.Constant(value, String.valueOf(value)))));
    }

    /** Calcite's set of ranges: points become IN, one range its bounds, all but some points NOT_EQUAL each. */
    private List<ScanCondition> search(RexCall call) {
        if (!(call.getOperands().get(0) instanceof RexInputRef ref)
                || !(call.getOperands().get(1) instanceof RexLiteral literal)) {
            return List.of();
        }
        Sarg<?> sarg = literal.getValueAs(Sarg.class);
        if (sarg == null || sarg.nullAs == RexUnknownAs.TRUE) {
            return List.of();
        }
        List<ScanCondition> conditions = new ArrayList<>();
        if (sarg.isPoints()) {
            return points(
                    ref,
                    literal,
                    sarg.rangeSet.asRanges().stream().map(Range::lowerEndpoint).toList());
        }
        if (sarg.isComplementedPoints()) {
            for (Range<?> hole : sarg.rangeSet.complement().asRanges()) {
                if (!add(conditions, ref, Operator.NOT_EQUAL, hole.lowerEndpoint(), literal)) {
                    return List.of();
                }
            }
            return conditions;
        }
        if (sarg.rangeSet.asRanges().size() != 1) {
            return List.of();
        }
        return range(ref, literal, sarg.rangeSet.asRanges().iterator().next());
    }

    private List<ScanCondition> points(RexInputRef ref, RexLiteral literal, List<? extends Object> values) {
        List<ScanCondition.Operand> translated = new ArrayList<>();
        for (Object value : values) {
            List<ScanCondition> one = new ArrayList<>();
            if (!add(one, ref, Operator.EQUAL, value, literal)) {
                return List.of();
            }
            translated.addAll(one.get(0).operands());
        }
        Operator operator = translated.size() == 1 ? Operator.EQUAL : Operator.IN;
        return List.of(new ScanCondition(spec.columns().get(ref.getIndex()), operator, translated));
    }

    private List<ScanCondition> range(RexInputRef ref, RexLiteral literal, Range<?> range) {
        List<ScanCondition> conditions = new ArrayList<>();
        if (range.hasLowerBound()
                && !add(
                        conditions,
                        ref,
                        range.lowerBoundType() == BoundType.CLOSED ? Operator.GREATER_OR_EQUAL : Operator.GREATER,
                        range.lowerEndpoint(),
                        literal)) {
            return List.of();
        }
        if (range.hasUpperBound()
                && !add(
                        conditions,
                        ref,
                        range.upperBoundType() == BoundType.CLOSED ? Operator.LESS_OR_EQUAL : Operator.LESS,
                        range.upperEndpoint(),
                        literal)) {
            return List.of();
        }
        return conditions;
    }

    private boolean add(
            List<ScanCondition> conditions, RexInputRef ref, Operator operator, Object value, RexLiteral literal) {
        int column = spec.columns().get(ref.getIndex());
        SqlType type = spec.table().columns().get(column).type();
        Optional<ScanCondition.Operand> operand = operands.constant(value, literal.getType(), type);
        operand.ifPresent(o -> conditions.add(new ScanCondition(column, operator, List.of(o))));
        return operand.isPresent();
    }
}
