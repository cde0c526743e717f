package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Conversions from the driver's inner values to the Java type a caller asks for. Stateless. */
public final class Conversions {
    private Conversions() {}

    /** What {@code getObject} without a type returns: JDBC's own mapping. */
    static Object toJdbc(Object value, ZoneId zone) throws SQLException {
        if (value instanceof LocalDate) {
            return Times.sqlDate(value, zone, null);
        }
        if (value instanceof LocalTime) {
            return Times.sqlTime(value, zone, null);
        }
        return value instanceof LocalDateTime || value instanceof Instant
                ? Times.sqlTimestamp(value, zone, null)
                : value;
    }

    /** As {@code getString}; zoned values in {@code zone}. */
    public static String toText(Object value, ZoneId zone) {
        return TextForms.of(value, zone);
    }

    static byte[] toBytes(Object value) throws SQLException {
        if (value instanceof byte[]) {
            return ((byte[]) value).clone();
        }
        if (value instanceof String) {
            return ((String) value).getBytes(StandardCharsets.UTF_8);
        }
        if (value instanceof UUID) {
            UUID uuid = (UUID) value;
            return ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }
        throw cannot(value, "byte[]");
    }

    /**
     * As {@code getObject(column, type)}.
     *
     * @throws SQLException 22018 or 22003 if the value cannot become one, 22023 if the driver knows no such type
     */
    public static <T> T to(Class<T> type, Object value, ZoneId zone) throws SQLException {
        Object converted = value;
        if (type == Object.class) {
            converted = toJdbc(value, zone);
        } else if (!type.isInstance(value)) {
            converted = convert(type, value, zone);
        }
        return type.cast(converted);
    }

    private static Object convert(Class<?> type, Object value, ZoneId zone) throws SQLException {
        Object time = Times.to(type, value, zone);
        if (time != null) {
            return time;
        }
        if (type == String.class) {
            return toText(value, zone);
        }
        if (type == Boolean.class) {
            return Numbers.bool(value);
        }
        if (Number.class.isAssignableFrom(type)) {
            return number(type, value);
        }
        if (type == byte[].class) {
            return toBytes(value);
        }
        if (type == Timestamp.class || type == java.util.Date.class) {
            return Times.sqlTimestamp(value, zone, null);
        }
        if (type == Date.class) {
            return Times.sqlDate(value, zone, null);
        }
        if (type == Time.class) {
            return Times.sqlTime(value, zone, null);
        }
        if (type == UUID.class) {
            return uuid(value);
        }
        throw SqlErrors.of(SqlState.BAD_ARGUMENT, "values cannot be read as " + type.getName());
    }

    private static Object number(Class<?> type, Object value) throws SQLException {
        if (type == Integer.class) {
            return (int) Numbers.whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, "INTEGER");
        }
        if (type == Long.class) {
            return Numbers.whole(value, Long.MIN_VALUE, Long.MAX_VALUE, "BIGINT");
        }
        if (type == Short.class) {
            return (short) Numbers.whole(value, Short.MIN_VALUE, Short.MAX_VALUE, "SMALLINT");
        }
        if (type == Byte.class) {
            return (byte) Numbers.whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, "TINYINT");
        }
        if (type == Double.class) {
            return Numbers.floating(value);
        }
        if (type == Float.class) {
            return (float) Numbers.floating(value);
        }
        BigDecimal decimal = Numbers.decimal(value);
        if (type == BigDecimal.class || type == Number.class) {
            return decimal;
        }
        if (type == BigInteger.class) {
            return decimal.toBigInteger();
        }
        throw SqlErrors.of(SqlState.BAD_ARGUMENT, "values cannot be read as " + type.getName());
    }

    private static UUID uuid(Object value) throws SQLException {
        try {
            return TextForms.uuid(value);
        } catch (IllegalArgumentException e) {
            throw cannot(value, "UUID");
        }
    }

    static SQLException cannot(@Nullable Object value, String type) {
        String from = value == null ? "NULL" : value.getClass().getSimpleName();
        return SqlErrors.of(SqlState.BAD_CAST, "a " + from + " value cannot be read as " + type);
    }
}
