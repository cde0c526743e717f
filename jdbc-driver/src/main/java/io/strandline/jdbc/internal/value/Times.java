package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * Conversions between the kinds of date and time. Wall clocks stay wall clocks: the fields of a zoneless value are those
 * of the {@code java.sql} object, whatever the zone. Only a zoned value and a wall clock convert by way of a zone, the
 * session's. Stateless.
 */
final class Times {
    private Times() {}

    static LocalDate date(Object value, ZoneId zone) throws SQLException {
        if (value instanceof LocalDate) {
            return (LocalDate) value;
        }
        return value instanceof String && ((String) value).trim().length() <= 10
                ? parsed(value, "DATE", () -> LocalDate.parse(((String) value).trim()))
                : timestamp(value, zone).toLocalDate();
    }

    static LocalTime time(Object value, ZoneId zone) throws SQLException {
        if (value instanceof LocalTime) {
            return (LocalTime) value;
        }
        if (value instanceof OffsetTime) {
            return ((OffsetTime) value).withOffsetSameInstant(offset(zone)).toLocalTime();
        }
        return value instanceof String && ((String) value).indexOf('-') < 0
                ? parsed(value, "TIME", () -> LocalTime.parse(((String) value).trim()))
                : timestamp(value, zone).toLocalTime();
    }

    static LocalDateTime timestamp(Object value, ZoneId zone) throws SQLException {
        if (value instanceof LocalDateTime) {
            return (LocalDateTime) value;
        }
        if (value instanceof LocalDate) {
            return ((LocalDate) value).atStartOfDay();
        }
        if (value instanceof Instant) {
            return LocalDateTime.ofInstant((Instant) value, zone);
        }
        if (value instanceof String) {
            return ((String) value).trim().length() <= 10
                    ? date(value, zone).atStartOfDay()
                    : parsed(value, "TIMESTAMP", () -> TextForms.timestamp((String) value));
        }
        throw bad(value, "TIMESTAMP", null);
    }

    static Instant instant(Object value, ZoneId zone) throws SQLException {
        if (value instanceof Instant) {
            return (Instant) value;
        }
        return value instanceof String && ((String) value).matches(".*(Z|[+-]\\d\\d:\\d\\d)")
                ? parsed(value, "TIMESTAMP WITH TIME ZONE", () -> TextForms.instant((String) value))
                : timestamp(value, zone).atZone(zone).toInstant();
    }

    /** With a calendar, the instant at which its zone's clock shows the fields; else the JVM's. */
    static Timestamp sqlTimestamp(Object value, ZoneId zone, @Nullable Calendar calendar) throws SQLException {
        if (value instanceof Instant) {
            return Timestamp.from((Instant) value);
        }
        LocalDateTime fields = timestamp(value, zone);
        if (calendar == null) {
            return Timestamp.valueOf(fields);
        }
        Timestamp stamp = new Timestamp(millis(fields, calendar));
        stamp.setNanos(fields.get(ChronoField.NANO_OF_SECOND));
        return stamp;
    }

    static Date sqlDate(Object value, ZoneId zone, @Nullable Calendar calendar) throws SQLException {
        LocalDate fields = date(value, zone);
        return calendar == null ? Date.valueOf(fields) : new Date(millis(fields.atStartOfDay(), calendar));
    }

    static Time sqlTime(Object value, ZoneId zone, @Nullable Calendar calendar) throws SQLException {
        LocalTime fields = time(value, zone);
        Calendar clock = calendar == null ? jvmClock() : calendar;
        return new Time(millis(fields.atDate(LocalDate.EPOCH), clock));
    }

    /** The fields that a calendar's zone shows at an instant. */
    static LocalDateTime fields(java.util.Date value, @Nullable Calendar calendar) {
        Calendar clock = calendar == null ? jvmClock() : (Calendar) calendar.clone();
        clock.setTime(value);
        int year = clock.get(Calendar.ERA) == GregorianCalendar.BC
                ? 1 - clock.get(Calendar.YEAR)
                : clock.get(Calendar.YEAR);
        int nanos = value instanceof Timestamp
                ? ((Timestamp) value).getNanos()
                : clock.get(Calendar.MILLISECOND) * 1_000_000;
        // day by day arithmetic: a Julian 29 February need not exist in java.time's calendar
        return LocalDate.of(year, clock.get(Calendar.MONTH) + 1, 1)
                .plusDays(clock.get(Calendar.DAY_OF_MONTH) - 1L)
                .atTime(clock.get(Calendar.HOUR_OF_DAY), clock.get(Calendar.MINUTE), clock.get(Calendar.SECOND), nanos);
    }

    static @Nullable Object to(Class<?> type, Object value, ZoneId zone) throws SQLException {
        if (type == LocalDate.class) {
            return date(value, zone);
        }
        if (type == LocalTime.class) {
            return time(value, zone);
        }
        if (type == LocalDateTime.class) {
            return timestamp(value, zone);
        }
        if (type == Instant.class) {
            return instant(value, zone);
        }
        if (type == OffsetDateTime.class) {
            return instant(value, zone).atZone(zone).toOffsetDateTime();
        }
        if (type == OffsetTime.class) {
            return time(value, zone)
                    .atOffset(value instanceof Instant ? zone.getRules().getOffset((Instant) value) : offset(zone));
        }
        return type == ZonedDateTime.class ? instant(value, zone).atZone(zone) : null;
    }

    /** Offset of a time of day that has no day: that of the first day of 1970, as {@code java.sql.Time} has it. */
    private static ZoneOffset offset(ZoneId zone) {
        return zone.getRules().getOffset(Instant.EPOCH);
    }

    /** The clock that {@code java.sql} dates without a calendar are read by. */
    private static Calendar jvmClock() {
        return new GregorianCalendar(TimeZone.getDefault(), Locale.ROOT);
    }

    private static long millis(LocalDateTime fields, Calendar calendar) {
        Calendar clock = (Calendar) calendar.clone();
        clock.clear();
        clock.set(
                fields.getYear(),
                fields.getMonthValue() - 1,
                fields.getDayOfMonth(),
                fields.getHour(),
                fields.getMinute(),
                fields.getSecond());
        clock.set(Calendar.MILLISECOND, fields.getNano() / 1_000_000);
        return clock.getTimeInMillis();
    }

    private interface Parse<T> {
        T get();
    }

    private static <T> T parsed(Object value, String type, Parse<T> parse) throws SQLException {
        try {
            return parse.get();
        } catch (DateTimeException e) {
            throw bad(value, type, e);
        }
    }

    private static SQLException bad(Object value, String type, @Nullable Exception cause) {
        return SqlErrors.of(
                value instanceof String ? SqlState.BAD_DATETIME : SqlState.BAD_CAST,
                "a " + value.getClass().getSimpleName() + " value cannot be read as " + type + ": " + value,
                cause);
    }
}
