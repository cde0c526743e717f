package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNullElse;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.apache.calcite.sql.SqlAbstractDateTimeLiteral;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code TIMESTAMP WITH LOCAL TIME ZONE '...'} in the session's zone (GW-9). Calcite would take the text for UTC, and
 * a time copied from an answer would not compare equal to itself.
 */
final class LocalTimeLiterals extends SqlShuttle {
    private static final SqlTypeName TYPE = SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
    private static final String TAG = "TIMESTAMP WITH LOCAL TIME ZONE";

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
        SqlLiteral read = literal instanceof SqlUnknownLiteral unknown && TAG.equals(unknown.tag)
                ? unknown.resolve(TYPE)
                : literal;
        if (read.getTypeName() != TYPE || !(read instanceof SqlAbstractDateTimeLiteral time)) {
            return literal;
        }
        return instant(time, zone, literal.getParserPosition());
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
