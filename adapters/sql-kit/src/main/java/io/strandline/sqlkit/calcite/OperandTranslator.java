package io.strandline.sqlkit.calcite;

import io.strandline.common.SqlNames;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexDynamicParam;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeFamily;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Constants and parameters that a column may be compared with in a scan: those of the column's own type, so that comparing
 * them by their natural order is what SQL means. Doubles (NaN, signed zero), bytes and arrays are left to Calcite.
 */
final class OperandTranslator {

    /** The operand, or empty if the comparison is not one for the scan. */
    Optional<ScanCondition.Operand> translate(RexNode node, SqlType column) {
        if (node instanceof RexLiteral literal) {
            Object value = value(literal);
            return value == null ? Optional.empty() : constant(value, literal.getType(), column);
        }
        if (node instanceof RexDynamicParam parameter) {
            return isSameType(parameter.getType(), column)
                    ? Optional.of(new ScanCondition.Parameter(parameter.getIndex()))
                    : Optional.empty();
        }
        return widened(node, column);
    }

    /** A literal's value as it is kept, times not made calendars. */
    private static @Nullable Object value(RexLiteral literal) {
        return switch (literal.getTypeName()) {
            case DATE -> literal.getValueAs(DateString.class);
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> literal.getValueAs(TimestampString.class);
            case TIME -> literal.getValueAs(TimeString.class);
            default -> literal.getValue();
        };
    }

    /** A cast that changes nothing but nullability or an unlimited length is looked through. */
    private Optional<ScanCondition.Operand> widened(RexNode node, SqlType column) {
        if (node.getKind() != SqlKind.CAST) {
            return Optional.empty();
        }
        RexNode inner = ((RexCall) node).getOperands().get(0);
        boolean keeps = isSameType(node.getType(), column) && isSameType(inner.getType(), column);
        return keeps && isUnlimited(node.getType(), inner.getType()) ? translate(inner, column) : Optional.empty();
    }

    private static boolean isUnlimited(RelDataType outer, RelDataType inner) {
        return outer.getSqlTypeName() == inner.getSqlTypeName()
                && (outer.getPrecision() == RelDataType.PRECISION_NOT_SPECIFIED
                        || (outer.getPrecision() == inner.getPrecision() && outer.getScale() == inner.getScale()));
    }

    private static boolean isSameType(RelDataType type, SqlType column) {
        SqlTypeName name = type.getSqlTypeName();
        return switch (column.kind()) {
            case TEXT -> type.getFamily() == SqlTypeFamily.CHARACTER || name.getFamily() == SqlTypeFamily.CHARACTER;
            case BOOLEAN -> name == SqlTypeName.BOOLEAN;
            case INTEGER -> name == SqlTypeName.INTEGER;
            case BIGINT -> name == SqlTypeName.BIGINT;
            case DECIMAL -> name == SqlTypeName.DECIMAL;
            case TIMESTAMP -> name == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
            case DATE -> name == SqlTypeName.DATE;
            case LOCAL_TIMESTAMP -> name == SqlTypeName.TIMESTAMP;
            case TIME -> name == SqlTypeName.TIME;
            case UUID -> name == SqlTypeName.UUID;
            case REAL, DOUBLE, BINARY, ARRAY, MAP, ROW -> false;
        };
    }

    /** A literal's value, or an end of a range of such, in the representation of the column's type. */
    Optional<ScanCondition.Operand> constant(Object value, RelDataType type, SqlType column) {
        return switch (column.kind()) {
            case TEXT -> text(value);
            case BOOLEAN -> value instanceof Boolean flag ? operand(flag, flag.toString()) : Optional.empty();
            case INTEGER -> integral(value, 31).flatMap(v -> operand(v.intValueExact(), v.toPlainString()));
            case BIGINT -> integral(value, 63).flatMap(v -> operand(v.longValueExact(), v.toPlainString()));
            case DECIMAL ->
                exact(value, type)
                        .flatMap(v -> operand(v, v.stripTrailingZeros().toPlainString()));
            case TIMESTAMP ->
                value instanceof TimestampString time
                                && type.getSqlTypeName() == SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE
                        ? operand(time.getMillisSinceEpoch(), SqlNames.literal(time + "Z"))
                        : Optional.empty();
            case DATE ->
                value instanceof DateString date
                        ? operand(date.getDaysSinceEpoch(), SqlNames.literal(date.toString()))
                        : Optional.empty();
            case LOCAL_TIMESTAMP ->
                value instanceof TimestampString time && type.getSqlTypeName() == SqlTypeName.TIMESTAMP
                        ? operand(time.getMillisSinceEpoch(), SqlNames.literal(time.toString()))
                        : Optional.empty();
            case TIME ->
                value instanceof TimeString time
                        ? operand(time.getMillisOfDay(), SqlNames.literal(time.toString()))
                        : Optional.empty();
            case UUID ->
                value instanceof java.util.UUID uuid
                        ? operand(uuid, SqlNames.literal(uuid.toString()))
                        : Optional.empty();
            case REAL, DOUBLE, BINARY, ARRAY, MAP, ROW -> Optional.empty();
        };
    }

    private static Optional<ScanCondition.Operand> text(Object value) {
        String text = value instanceof NlsString nls ? nls.getValue() : value instanceof String string ? string : null;
        return text == null ? Optional.empty() : operand(text, SqlNames.literal(text));
    }

    private static Optional<BigDecimal> integral(Object value, int bits) {
        return value instanceof BigDecimal number
                        && number.stripTrailingZeros().scale() <= 0
                        && number.toBigInteger().bitLength() <= bits
                ? Optional.of(number)
                : Optional.empty();
    }

    private static Optional<BigDecimal> exact(Object value, RelDataType type) {
        return value instanceof BigDecimal number && SqlTypeName.EXACT_TYPES.contains(type.getSqlTypeName())
                ? Optional.of(number)
                : Optional.empty();
    }

    private static Optional<ScanCondition.Operand> operand(Object value, String text) {
        return Optional.of(new ScanCondition.Constant(value, text));
    }
}
