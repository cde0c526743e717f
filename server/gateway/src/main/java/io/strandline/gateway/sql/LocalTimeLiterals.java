package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNullElse;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code TIMESTAMP WITH LOCAL TIME ZONE '...'} in the session's zone (GW-9). Calcite would take the text for UTC, and
 * a time copied from an answer would not compare equal to itself. Days before the calendar's reform are read by the
 * calendar of today, which is that of SQL.
 */
final class LocalTimeLiterals extends SqlShuttle {
    private static final SqlTypeName TYPE = SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    private static final String TAG = "TIMESTAMP WITH LOCAL TIME ZONE";

    private static final int MILLISECONDS = 3;
    private static final Pattern BEFORE_1583 = Pattern.compile("(0|1[0-4]|15[0-7]|158[0-2])[0-9]*-[0-9]{2}-[0-9]{2}");

    private final ZoneId zone;

    private LocalTimeLiterals(ZoneId zone) {
        this.zone = zone;
    }

    /** The same statement with each such literal as Calcite means it. To be done once. */
    static SqlNode read(SqlNode statement, ZoneId zone) {
        return requireNonNullElse(statement.accept(new LocalTimeLiterals(zone)), statement);
    }

    @Override
    public @Nullable SqlNode visit(SqlLiteral literal) {
        SqlNode ancient = literal instanceof SqlUnknownLiteral unknown ? ancient(unknown) : null;
        if (ancient != null) {
            return ancient;
        }
        SqlLiteral read = literal instanceof SqlUnknownLiteral unknown && TAG.equals(unknown.tag)
                ? unknown.resolve(TYPE)
                : literal;
        if (read.getTypeName() != TYPE || !(read instanceof SqlAbstractDateTimeLiteral time)) {
            return literal;
        }
        return instant(time, zone, literal.getParserPosition());
    }

    /**
     * A literal of a day before 1583 that Calcite would read in the calendar of then, of which SQL knows nothing; null for any
     * other.
     *
     * @throws StrandlineException {@code BAD_VALUE} if there is no such day
     */
    private static @Nullable SqlNode ancient(SqlUnknownLiteral literal) {
        String text = literal.getValue();
        boolean date = literal.tag.equals("DATE");
        if (!BEFORE_1583.matcher(text).lookingAt() || !(date || literal.tag.equals("TIMESTAMP"))) {
            return null;
        }
        SqlParserPos at = literal.getParserPosition();
        try {
            LocalDate day = LocalDate.parse(date ? text : text.substring(0, 10));
            return date
                    ? SqlLiteral.createDate(new DateString(day.toString()), at)
                    : SqlLiteral.createTimestamp(SqlTypeName.TIMESTAMP, new TimestampString(text), MILLISECONDS, at);
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new StrandlineException(
                    ErrorCode.BAD_VALUE,
                    "line " + at.getLineNum() + ", column " + at.getColumnNum() + ": there is no " + literal
                            + ". Write a day as 1500-02-28, by the calendar of today.",
                    e);
        }
    }

    private static SqlNode instant(SqlAbstractDateTimeLiteral time, ZoneId zone, SqlParserPos position) {
        LocalDateTime wall = LocalDateTime.parse(
                time.getValueAs(TimestampString.class).toString().replace(' ', 'T'));
        LocalDateTime utc =
                wall.atZone(zone).withZoneSameInstant(ZoneOffset.UTC).toLocalDateTime();
        TimestampString shifted = new TimestampString(
                        utc.getYear(),
                        utc.getMonthValue(),
                        utc.getDayOfMonth(),
                        utc.getHour(),
                        utc.getMinute(),
                        utc.getSecond())
                .withNanos(utc.getNano());
        return SqlLiteral.createTimestamp(TYPE, shifted, time.getPrec(), position);
    }
}
