package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Array;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code setObject} with a target type: the value as that type. Stateless. */
public final class Casts {
    private Casts() {}

    /**
     * A value as a JDBC type.
     *
     * @param scale digits after the point for decimals; negative to leave them
     * @throws SQLException 22018, 22007 or 22003 if the value cannot be one
     */
    public static @Nullable Object to(int jdbcType, @Nullable Object value, int scale, ZoneId zone)
            throws SQLException {
        if (value == null || jdbcType == Types.NULL) {
            return null;
        }
        ValueKind kind = ValueKind.of(jdbcType, "");
        Object inner = value instanceof Array ? value : ParameterValue.inner(value, kind, null);
        switch (kind) {
            case BOOLEAN:
                return Numbers.bool(inner);
            case INTEGER:
                return integer(jdbcType, inner);
            case LONG:
                return Conversions.to(Long.class, inner, zone);
            case FLOAT:
                return Conversions.to(Float.class, inner, zone);
            case DOUBLE:
                return Conversions.to(Double.class, inner, zone);
            case DECIMAL:
                BigDecimal decimal = Numbers.decimal(inner);
                return scale < 0 ? decimal : decimal.setScale(scale, RoundingMode.HALF_UP);
            case TEXT:
                return Conversions.toText(inner, zone);
            case BYTES:
                return Conversions.toBytes(inner);
            case DATE:
                return Conversions.to(LocalDate.class, inner, zone);
            case TIME:
                return Conversions.to(LocalTime.class, inner, zone);
            case TIMESTAMP:
                return value instanceof java.util.Date ? value : Conversions.to(LocalDateTime.class, inner, zone);
            case INSTANT:
                return Conversions.to(Instant.class, inner, zone);
            case ARRAY:
                return array(value);
            case OTHER:
                return value;
        }
        throw new AssertionError(kind);
    }

    private static Object integer(int jdbcType, Object inner) throws SQLException {
        if (jdbcType == Types.TINYINT) {
            return (int) Numbers.whole(inner, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
        }
        return jdbcType == Types.SMALLINT
                ? (int) Numbers.whole(inner, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT")
                : (int) Numbers.whole(inner, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
    }

    private static Object array(Object value) throws SQLException {
        if (value instanceof Array || value instanceof List) {
            return value;
        }
        if (value instanceof Object[]) {
            return Arrays.asList((Object[]) value);
        }
        throw SqlErrors.of(SqlState.BAD_CAST, "a " + value.getClass().getName() + " is no array");
    }
}
