package io.strandline.gateway.sql;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Locale;
import org.apache.calcite.DataContext;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Times as text, as our driver prints them: {@code 2024-03-01 09:30:00.5}, with the digits of a second that there are. Public
 * because generated code calls it.
 */
public final class TimeTexts {
    /** Of a zoneless timestamp. */
    static final SqlOperator TIMESTAMP = operator("timestamp_text", "timestamp", long.class);

    /** Of a time of day. */
    static final SqlOperator TIME = operator("time_text", "time", int.class);

    /** Of a day. */
    static final SqlOperator DATE = operator("date_text", "date", int.class);

    private static final DateTimeFormatter CLOCK = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.MILLI_OF_SECOND, 0, 3, true)
            .toFormatter(Locale.ROOT);

    private static final DateTimeFormatter WALL_CLOCK = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .append(CLOCK)
            .toFormatter(Locale.ROOT);

    private TimeTexts() {}

    /** Of milliseconds of a wall clock. */
    public static String timestamp(long millis, DataContext session) {
        return timestamp(millis);
    }

    /** Of milliseconds of a day. */
    public static String time(int millis, DataContext session) {
        return time(millis);
    }

    /** Of days since 1970. */
    public static String date(int days, DataContext session) {
        return date(days);
    }

    static String timestamp(long millis) {
        return WALL_CLOCK.format(Instant.ofEpochMilli(millis).atOffset(ZoneOffset.UTC));
    }

    static String time(int millis) {
        return CLOCK.format(LocalTime.ofNanoOfDay(millis * 1_000_000L));
    }

    static String date(int days) {
        return LocalDate.ofEpochDay(days).toString();
    }

    private static SqlOperator operator(String name, String method, Class<?> operand) {
        return SessionFunction.operator(
                name, ReturnTypes.VARCHAR, SqlTypeName.VARCHAR, TimeTexts.class, method, operand);
    }
}
