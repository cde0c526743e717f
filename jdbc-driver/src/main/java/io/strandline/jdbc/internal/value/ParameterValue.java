package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Calendar;
import java.util.List;
import java.util.UUID;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.jspecify.annotations.Nullable;

/**
 * Parameter values on their way to the wire. The gateway converts each to the type the plan wants (GW-4); what only the
 * driver can know is settled here: which instant or wall clock a Java date means, and that no digit of a second is lost
 * (milliseconds travel as numbers, finer ones as text). Stateless.
 */
public final class ParameterValue {
    private static final long NANOS_OF_MILLI = 1_000_000L;

    private ParameterValue() {}

    /**
     * A parameter as it travels.
     *
     * @param value any value JDBC 4.2 allows, or null
     * @param target kind of the parameter, as far as the gateway told
     * @param zone the session's
     * @param calendar zone in which a {@code java.sql} date or time is read; null for the JVM's
     * @throws SQLException 22023 for a Java type that is no SQL value
     */
    public static TypedValue of(@Nullable Object value, ValueKind target, ZoneId zone, @Nullable Calendar calendar)
            throws SQLException {
        return value == null ? TypedValue.EXPLICIT_NULL : encode(inner(value, target, calendar), target, zone);
    }

    /** A value in the driver's inner types. */
    @SuppressWarnings("JavaUtilDate") // JDBC's own types
    static Object inner(Object value, ValueKind target, @Nullable Calendar calendar) throws SQLException {
        if (value instanceof Date) {
            return Times.fields((Date) value, calendar).toLocalDate();
        }
        if (value instanceof Time) {
            return Times.fields((Time) value, calendar).toLocalTime();
        }
        if (value instanceof Timestamp) {
            return target == ValueKind.INSTANT
                    ? ((Timestamp) value).toInstant()
                    : Times.fields((Timestamp) value, calendar);
        }
        if (value instanceof java.util.Date) {
            return inner(new Timestamp(((java.util.Date) value).getTime()), target, calendar);
        }
        if (value instanceof Calendar) {
            return ((Calendar) value).toInstant();
        }
        if (value instanceof OffsetDateTime) {
            return ((OffsetDateTime) value).toInstant();
        }
        if (value instanceof ZonedDateTime) {
            return ((ZonedDateTime) value).toInstant();
        }
        if (value instanceof BigInteger) {
            return new BigDecimal((BigInteger) value);
        }
        if (value instanceof UUID || value instanceof Character) {
            return value.toString();
        }
        if (value instanceof Array) {
            return Arrays.asList((Object[]) ((Array) value).getArray());
        }
        return value instanceof Object[] ? Arrays.asList((Object[]) value) : value;
    }

    private static TypedValue encode(Object value, ValueKind target, ZoneId zone) throws SQLException {
        Rep rep = scalar(value);
        if (rep != null) {
            return TypedValue.ofSerial(rep, value);
        }
        if (value instanceof byte[]) {
            return TypedValue.ofSerial(Rep.BYTE_STRING, Base64.getEncoder().encodeToString((byte[]) value));
        }
        if (value instanceof LocalDate) {
            return TypedValue.ofSerial(Rep.JAVA_SQL_DATE, Math.toIntExact(((LocalDate) value).toEpochDay()));
        }
        if (value instanceof OffsetTime) {
            return encode(Times.time(value, zone), target, zone);
        }
        if (value instanceof LocalTime) {
            long nanos = ((LocalTime) value).toNanoOfDay();
            return nanos % NANOS_OF_MILLI == 0
                    ? TypedValue.ofSerial(Rep.JAVA_SQL_TIME, (int) (nanos / NANOS_OF_MILLI))
                    : text(value, zone);
        }
        if (value instanceof LocalDateTime || value instanceof Instant) {
            return timestamp(value, target, zone);
        }
        if (value instanceof List) {
            return TypedValue.ofSerial(Rep.ARRAY, elements((List<?>) value, zone));
        }
        throw SqlErrors.of(
                SqlState.BAD_ARGUMENT,
                "a " + value.getClass().getName() + " cannot be a parameter; give it as text, number, date or bytes");
    }

    private static @Nullable Rep scalar(Object value) {
        if (value instanceof String) {
            return Rep.STRING;
        }
        if (value instanceof Boolean) {
            return Rep.BOOLEAN;
        }
        if (value instanceof Integer) {
            return Rep.INTEGER;
        }
        if (value instanceof Long) {
            return Rep.LONG;
        }
        if (value instanceof BigDecimal) {
            return Rep.NUMBER;
        }
        if (value instanceof Double) {
            return Rep.DOUBLE;
        }
        if (value instanceof Float) {
            return Rep.FLOAT;
        }
        if (value instanceof Short) {
            return Rep.SHORT;
        }
        return value instanceof Byte ? Rep.BYTE : null;
    }

    private static TypedValue timestamp(Object value, ValueKind target, ZoneId zone) throws SQLException {
        if (target == ValueKind.TEXT) {
            return text(value, zone);
        }
        return target == ValueKind.INSTANT
                ? instant(Times.instant(value, zone))
                : wallClock(Times.timestamp(value, zone), zone);
    }

    /** A number that is no timestamp is a point in time to the gateway, as is text with an offset. */
    private static TypedValue instant(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS).equals(instant)
                ? TypedValue.ofSerial(Rep.LONG, instant.toEpochMilli())
                : TypedValue.ofSerial(Rep.STRING, instant.toString());
    }

    private static TypedValue wallClock(LocalDateTime clock, ZoneId zone) {
        return clock.truncatedTo(ChronoUnit.MILLIS).equals(clock)
                ? TypedValue.ofSerial(
                        Rep.JAVA_SQL_TIMESTAMP, clock.toInstant(ZoneOffset.UTC).toEpochMilli())
                : text(clock, zone);
    }

    private static TypedValue text(Object value, ZoneId zone) {
        return TypedValue.ofSerial(Rep.STRING, TextForms.of(value, zone));
    }

    private static List<@Nullable Object> elements(List<?> values, ZoneId zone) throws SQLException {
        List<@Nullable Object> encoded = new ArrayList<>(values.size());
        for (Object value : values) {
            encoded.add(value == null ? null : of(value, ValueKind.OTHER, zone, null).value);
        }
        return encoded;
    }
}
