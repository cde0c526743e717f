package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.type.ReturnTypes;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * What makes an instant of a time without a zone, or of text, and such of an instant: the session's zone decides (GW-9). In
 * place of Calcite's casts, which cut milliseconds and want a zone in every text. Public because generated code calls it.
 */
public final class ZonedTimes {
    /** Of a zoneless timestamp. */
    static final SqlOperator OF_TIMESTAMP =
            operator("zoned", "ofTimestamp", long.class, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);

    /** Of text. */
    static final SqlOperator OF_TEXT =
            operator("zoned_text", "ofText", String.class, SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE);

    /** What the clocks of the session's zone show at an instant. */
    static final SqlOperator WALL_CLOCK = operator("wall_clock", "wallClock", long.class, SqlTypeName.TIMESTAMP);

    /** What the clocks of UTC show at an instant: milliseconds apart are milliseconds apart. */
    static final SqlOperator UTC_CLOCK = operator("utc_clock", "utcClock", long.class, SqlTypeName.TIMESTAMP);

    private static final int MILLISECONDS = 3;

    private ZonedTimes() {}

    /** Milliseconds since the epoch of a wall clock in the session's zone. */
    public static long ofTimestamp(long wallMillis, DataContext session) {
        return LocalDateTime.ofInstant(Instant.ofEpochMilli(wallMillis), ZoneOffset.UTC)
                .atZone(zone(session).toZoneId())
                .toInstant()
                .toEpochMilli();
    }

    /**
     * Milliseconds since the epoch of an ISO 8601 text, a space for the T allowed; without offset in the session's zone.
     *
     * @throws StrandlineException {@code BAD_VALUE}
     */
    public static long ofText(String text, DataContext session) {
        String iso = text.endsWith(" UTC") ? text.substring(0, text.length() - 4) + "Z" : text;
        try {
            Object instant =
                    TimeConversion.instant(Rep.STRING, iso, zone(session).toZoneId());
            return (Long) Objects.requireNonNull(instant);
        } catch (DateTimeException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_VALUE,
                    "a text does not read as a TIMESTAMP WITH LOCAL TIME ZONE. Write it as '2026-03-29 02:30:00.5',"
                            + " in the session's zone, or with an offset: '2026-03-29T00:30:00.5Z'.",
                    e);
        }
    }

    /** Milliseconds of the wall clock of the session's zone at an instant. */
    public static long wallClock(long instantMillis, DataContext session) {
        return instantMillis + zone(session).getOffset(instantMillis);
    }

    /** Milliseconds of UTC's wall clock at an instant. */
    public static long utcClock(long instantMillis, DataContext session) {
        return instantMillis;
    }

    private static TimeZone zone(DataContext session) {
        return (TimeZone) Objects.requireNonNull(session.get(DataContext.Variable.TIME_ZONE.camelName));
    }

    private static SqlOperator operator(String name, String method, Class<?> operand, SqlTypeName result) {
        return SessionFunction.operator(
                name, ReturnTypes.explicit(result, MILLISECONDS), result, ZonedTimes.class, method, operand);
    }
}
