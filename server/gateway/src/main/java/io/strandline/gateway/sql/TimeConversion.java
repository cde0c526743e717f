package io.strandline.gateway.sql;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.util.DateTimeUtils;
import org.jspecify.annotations.Nullable;

/**
 * Times as clients bind them: Avatica's client sends a date as days, a time as milliseconds of the day, a timestamp as
 * milliseconds of its wall clock since 1970; text is read as ISO 8601, a space for the T allowed. Null for what is no such
 * time; {@link java.time.DateTimeException} for text that is none.
 */
final class TimeConversion {
    private static final long MILLIS_A_DAY = DateTimeUtils.MILLIS_PER_DAY;
    private static final long NANOS_A_MILLI = 1_000_000;
    private static final DateTimeFormatter TIMESTAMP = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendPattern("['T'][' ']")
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .appendPattern("[' '][XXX][X]")
            .optionalEnd()
            .toFormatter(Locale.ROOT);

    private TimeConversion() {}

    static boolean isTime(Rep rep) {
        return rep == Rep.JAVA_SQL_DATE
                || rep == Rep.JAVA_SQL_TIME
                || rep == Rep.JAVA_SQL_TIMESTAMP
                || rep == Rep.JAVA_UTIL_DATE;
    }

    private static boolean isTimestamp(Rep rep) {
        return rep == Rep.JAVA_SQL_TIMESTAMP || rep == Rep.JAVA_UTIL_DATE;
    }

    /** A time as SQL prints it; null for what is no time. */
    static @Nullable String text(Rep rep, Object value) {
        if (!isTime(rep) || !(value instanceof Number number)) {
            return null;
        }
        if (rep == Rep.JAVA_SQL_DATE) {
            return TimeTexts.date(number.intValue());
        }
        return rep == Rep.JAVA_SQL_TIME ? TimeTexts.time(number.intValue()) : TimeTexts.timestamp(number.longValue());
    }

    /** Days; of a timestamp only if it is midnight. */
    static @Nullable Object date(Rep rep, Object value) {
        if (value instanceof Number number) {
            if (rep == Rep.JAVA_SQL_DATE) {
                return number.intValue();
            }
            long millis = number.longValue();
            return isTimestamp(rep) && Math.floorMod(millis, MILLIS_A_DAY) == 0
                    ? (Object) Math.toIntExact(Math.floorDiv(millis, MILLIS_A_DAY))
                    : null;
        }
        return value instanceof String text
                ? (Object) Math.toIntExact(LocalDate.parse(text.strip()).toEpochDay())
                : null;
    }

    /** Milliseconds of the day. */
    static @Nullable Object time(Rep rep, Object value) {
        LocalTime exact = exactTime(rep, value);
        return exact == null ? null : (Object) Math.toIntExact(exact.toNanoOfDay() / NANOS_A_MILLI);
    }

    /** The same with every digit. */
    static @Nullable LocalTime exactTime(Rep rep, Object value) {
        if (value instanceof Number number) {
            return rep == Rep.JAVA_SQL_TIME ? LocalTime.ofNanoOfDay(number.longValue() * NANOS_A_MILLI) : null;
        }
        return value instanceof String text ? LocalTime.parse(text.strip()) : null;
    }

    /** Milliseconds of the wall clock. Text with an offset is an instant, not this. */
    static @Nullable Object timestamp(Rep rep, Object value) {
        LocalDateTime exact = exactTimestamp(rep, value);
        return exact == null ? null : (Object) exact.toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    /** The same with every digit. */
    static @Nullable LocalDateTime exactTimestamp(Rep rep, Object value) {
        if (value instanceof Number number) {
            return isTimestamp(rep)
                    ? ofMillis(number.longValue())
                    : rep == Rep.JAVA_SQL_DATE ? ofMillis(number.longValue() * MILLIS_A_DAY) : null;
        }
        if (value instanceof String text) {
            TemporalAccessor parsed = TIMESTAMP.parse(text.strip());
            return parsed.isSupported(ChronoField.OFFSET_SECONDS) ? null : wallClock(parsed);
        }
        return null;
    }

    /** Milliseconds since the epoch. A bare number is that; what has no zone is in the session's. */
    static @Nullable Object instant(Rep rep, Object value, ZoneId zone) {
        Instant exact = exactInstant(rep, value, zone);
        return exact == null ? null : (Object) exact.toEpochMilli();
    }

    /** The same with every digit. */
    static @Nullable Instant exactInstant(Rep rep, Object value, ZoneId zone) {
        if (value instanceof String text) {
            TemporalAccessor parsed = TIMESTAMP.parse(text.strip());
            return parsed.isSupported(ChronoField.OFFSET_SECONDS)
                    ? OffsetDateTime.from(parsed).toInstant()
                    : wallClock(parsed).atZone(zone).toInstant();
        }
        if (rep == Rep.LONG || rep == Rep.PRIMITIVE_LONG) {
            return Instant.ofEpochMilli(((Number) value).longValue());
        }
        LocalDateTime wall = exactTimestamp(rep, value);
        return wall == null ? null : wall.atZone(zone).toInstant();
    }

    private static LocalDateTime ofMillis(long millis) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneOffset.UTC);
    }

    private static LocalDateTime wallClock(TemporalAccessor parsed) {
        LocalDate date = LocalDate.from(parsed);
        return parsed.isSupported(ChronoField.NANO_OF_DAY) ? date.atTime(LocalTime.from(parsed)) : date.atStartOfDay();
    }
}
