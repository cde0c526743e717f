package io.strandline.gateway.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.type.SqlTypeUtil;

/**
 * Calls with an instant among their operands, as the session's zone has them (GW-9). Calcite computes some of these with the
 * clock of UTC, some with the session's, and compares instants with wall clocks by their bare numbers. Differences count
 * milliseconds between instants; parts, roundings, months and texts are those of the session's wall clock.
 */
final class InstantCalls {
    /** Functions of a time's fields, which take the wall clock. */
    private static final Set<String> OF_FIELDS = Set.of(
            "DATE",
            "TIME",
            "DATETIME",
            "DAYNAME",
            "MONTHNAME",
            "LAST_DAY",
            "TO_CHAR",
            "FORMAT_DATE",
            "FORMAT_TIME",
            "FORMAT_DATETIME",
            "FORMAT_TIMESTAMP");

    /** Functions that round a time, which take the wall clock and give a time. */
    private static final Set<String> ROUNDING = Set.of("TIMESTAMP_TRUNC", "DATETIME_TRUNC", "DATE_TRUNC");

    private final RexBuilder rex;

    InstantCalls(RexBuilder rex) {
        this.rex = rex;
    }

    /** The call as it is meant; the same if no instant is in it. */
    RexNode resolve(RexCall call) {
        if (call.getKind() == SqlKind.CAST) {
            return cast(call);
        }
        if (call.getOperands().stream().noneMatch(operand -> isInstant(operand.getType()))) {
            return call;
        }
        if (SqlKind.COMPARISON.contains(call.getKind())) {
            return call.clone(call.getType(), operands(call, this::instant));
        }
        return switch (call.getKind()) {
            case EXTRACT -> call.clone(call.getType(), operands(call, isEpoch(call) ? this::utc : this::wall));
            case FLOOR, CEIL -> onTheWall(call);
            case PLUS -> isOfMonths(call) ? onTheWall(call) : call;
            case MINUS -> isDifference(call) ? difference(call) : isOfMonths(call) ? onTheWall(call) : call;
            case OTHER_FUNCTION, OTHER -> function(call);
            default -> call;
        };
    }

    private RexNode function(RexCall call) {
        String name = call.getOperator().getName();
        if (ROUNDING.contains(name)) {
            return onTheWall(call);
        }
        return OF_FIELDS.contains(name)
                ? rex.makeCall(call.getType(), call.getOperator(), operands(call, this::wall))
                : call;
    }

    private RexNode cast(RexCall cast) {
        RexNode operand = cast.getOperands().get(0);
        if (isInstant(cast.getType())) {
            return switch (operand.getType().getSqlTypeName()) {
                case TIMESTAMP, DATE -> instant(operand);
                case CHAR, VARCHAR -> rex.makeCall(ZonedTimes.OF_TEXT, operand);
                default -> cast;
            };
        }
        return cast;
    }

    /** A time as answers print it, with its milliseconds, which Calcite's casts leave out; anything else as it is. */
    RexNode text(RexNode operand) {
        return switch (operand.getType().getSqlTypeName()) {
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> rex.makeCall(TimeTexts.TIMESTAMP, wall(operand));
            case TIMESTAMP -> rex.makeCall(TimeTexts.TIMESTAMP, operand);
            case TIME -> rex.makeCall(TimeTexts.TIME, operand);
            case DATE -> rex.makeCall(TimeTexts.DATE, operand);
            default -> operand;
        };
    }

    /** Computed with the wall clock, and an instant again if it was one. */
    private RexNode onTheWall(RexCall call) {
        RexNode computed = rex.makeCall(wallType(call.getType()), zoneless(call), operands(call, this::wall));
        return isInstant(call.getType()) ? rex.makeCall(ZonedTimes.OF_TIMESTAMP, computed) : computed;
    }

    /** The operator that zoneless times take: Calcite has others to add to them. */
    private static SqlOperator zoneless(RexCall call) {
        return switch (call.getKind()) {
            case PLUS -> SqlStdOperatorTable.DATETIME_PLUS;
            case MINUS -> SqlStdOperatorTable.MINUS_DATE;
            default -> call.getOperator();
        };
    }

    private RelDataType wallType(RelDataType type) {
        return isInstant(type)
                ? rex.getTypeFactory()
                        .createTypeWithNullability(
                                rex.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP, type.getPrecision()),
                                type.isNullable())
                : type;
    }

    private static List<RexNode> operands(RexCall call, UnaryOperator<RexNode> change) {
        List<RexNode> changed = new ArrayList<>();
        call.getOperands().forEach(operand -> changed.add(change.apply(operand)));
        return changed;
    }

    /** A zoneless time as the instant it is in the session's zone. */
    private RexNode instant(RexNode operand) {
        return switch (operand.getType().getSqlTypeName()) {
            case TIMESTAMP -> rex.makeCall(ZonedTimes.OF_TIMESTAMP, operand);
            case DATE -> rex.makeCall(ZonedTimes.OF_TIMESTAMP, midnight(operand));
            default -> operand;
        };
    }

    private RexNode midnight(RexNode day) {
        RelDataType timestamp = rex.getTypeFactory().createSqlType(SqlTypeName.TIMESTAMP, 3);
        return rex.makeCast(
                rex.getTypeFactory()
                        .createTypeWithNullability(timestamp, day.getType().isNullable()),
                day);
    }

    private RexNode wall(RexNode operand) {
        return isInstant(operand.getType()) ? rex.makeCall(ZonedTimes.WALL_CLOCK, operand) : operand;
    }

    private RexNode utc(RexNode operand) {
        RexNode instant = instant(operand);
        return isInstant(instant.getType()) ? rex.makeCall(ZonedTimes.UTC_CLOCK, instant) : instant;
    }

    /** What {@code TIMESTAMPDIFF} and {@code (a - b) DAY} subtract. */
    private RexNode difference(RexCall call) {
        boolean months = SqlTypeName.YEAR_INTERVAL_TYPES.contains(call.getType().getSqlTypeName());
        return rex.makeCall(call.getType(), call.getOperator(), operands(call, months ? this::wall : this::utc));
    }

    private static boolean isDifference(RexCall call) {
        return call.getOperator().equals(SqlStdOperatorTable.MINUS_DATE)
                && call.getOperands().stream().noneMatch(operand -> SqlTypeUtil.isInterval(operand.getType()));
    }

    private static boolean isEpoch(RexCall extract) {
        return extract.getOperands().get(0) instanceof RexLiteral unit && unit.getValue() == TimeUnitRange.EPOCH;
    }

    private static boolean isOfMonths(RexCall call) {
        return call.getOperands().stream()
                .anyMatch(operand -> SqlTypeName.YEAR_INTERVAL_TYPES.contains(
                        operand.getType().getSqlTypeName()));
    }

    static boolean isInstant(RelDataType type) {
        return type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    }
}
