package io.strandline.gateway.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/**
 * A client's value as a value of a type, where the conversion loses nothing: numbers, text that reads as the type, times.
 * Results are in Calcite's representation.
 */
final class ValueConversion {
    private ValueConversion() {}

    /** The value converted, or empty if it cannot be. */
    static Optional<Object> convert(Rep rep, Object value, RelDataType type, ZoneId zone) {
        try {
            return Optional.ofNullable(converted(rep, value, type, zone));
        } catch (ArithmeticException | IllegalArgumentException | java.time.DateTimeException e) {
            return Optional.empty();
        }
    }

    private static @Nullable Object converted(Rep rep, Object value, RelDataType type, ZoneId zone) {
        SqlTypeName name = type.getSqlTypeName();
        return switch (name) {
            case CHAR, VARCHAR -> text(rep, value);
            case BOOLEAN -> bool(rep, value);
            case TINYINT, SMALLINT, INTEGER, BIGINT -> integral(name, rep, value);
            case DECIMAL -> number(rep, value);
            case REAL -> real(rep, value);
            case FLOAT, DOUBLE -> doubleOf(rep, value);
            case DATE -> TimeConversion.date(rep, value);
            case TIME -> TimeConversion.time(rep, value);
            case TIMESTAMP -> TimeConversion.timestamp(rep, value);
            case TIMESTAMP_WITH_LOCAL_TIME_ZONE -> TimeConversion.instant(rep, value, zone);
            case BINARY, VARBINARY -> bytes(rep, value);
            case UUID -> value instanceof String text ? UUID.fromString(text.strip()) : null;
            case ARRAY, MULTISET -> elements(value, type, zone);
            case ANY, NULL -> text(rep, value);
            default -> null;
        };
    }

    private static @Nullable Object text(Rep rep, Object value) {
        String time = TimeConversion.text(rep, value);
        if (time != null) {
            return time;
        }
        if (rep == Rep.BYTE_STRING || value instanceof List<?>) {
            return null;
        }
        return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }

    private static @Nullable Object bool(Rep rep, Object value) {
        if (value instanceof Boolean) {
            return value;
        }
        if (value instanceof String text) {
            String word = text.strip();
            return word.equalsIgnoreCase("true") ? Boolean.TRUE : word.equalsIgnoreCase("false") ? false : null;
        }
        BigDecimal number = number(rep, value);
        if (number == null || (number.compareTo(BigDecimal.ZERO) != 0 && number.compareTo(BigDecimal.ONE) != 0)) {
            return null;
        }
        return number.signum() == 1;
    }

    private static @Nullable Object integral(SqlTypeName name, Rep rep, Object value) {
        BigDecimal number = number(rep, value);
        if (number == null) {
            return null;
        }
        return switch (name) {
            case TINYINT -> number.byteValueExact();
            case SMALLINT -> number.shortValueExact();
            case INTEGER -> number.intValueExact();
            default -> number.longValueExact();
        };
    }

    /** A number or text that is one; times are not, although they go over the wire as numbers. */
    private static @Nullable BigDecimal number(Rep rep, Object value) {
        if (TimeConversion.isTime(rep) || rep == Rep.BYTE_STRING) {
            return null;
        }
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        if (value instanceof Double || value instanceof Float) {
            return new BigDecimal(value.toString());
        }
        if (value instanceof Number number) {
            return new BigDecimal(number.toString());
        }
        return value instanceof String text ? new BigDecimal(text.strip()) : null;
    }

    private static @Nullable Object real(Rep rep, Object value) {
        Double number = doubleOf(rep, value);
        return number == null ? null : (Object) number.floatValue();
    }

    private static @Nullable Double doubleOf(Rep rep, Object value) {
        if (TimeConversion.isTime(rep) || rep == Rep.BYTE_STRING) {
            return null;
        }
        if (value instanceof Float single) {
            return Double.valueOf(single.toString());
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        return value instanceof String text ? Double.valueOf(text.strip()) : null;
    }

    private static @Nullable Object bytes(Rep rep, Object value) {
        if (value instanceof ByteString) {
            return value;
        }
        if (value instanceof byte[] bytes) {
            return new ByteString(bytes);
        }
        return rep == Rep.BYTE_STRING && value instanceof String base64 ? ByteString.ofBase64(base64) : null;
    }

    private static @Nullable Object elements(Object value, RelDataType type, ZoneId zone) {
        RelDataType element = type.getComponentType();
        if (!(value instanceof List<?> list) || element == null) {
            return null;
        }
        List<@Nullable Object> converted = new ArrayList<>();
        for (Object each : list) {
            Rep rep =
                    each instanceof TypedValue typed ? typed.type : each == null ? Rep.OBJECT : Rep.of(each.getClass());
            Object raw = each instanceof TypedValue typed ? typed.value : each;
            if (raw == null) {
                converted.add(null);
                continue;
            }
            Object one = converted(rep, raw, element, zone);
            if (one == null) {
                return null;
            }
            converted.add(one);
        }
        return converted;
    }
}
