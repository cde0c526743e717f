package io.strandline.sink.database;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Values as they are read, of the types that their columns are shown in. */
final class ReadValues {
    /** What SQLite's own functions take: ISO 8601, to the day or with an offset too. */
    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffset("+HH:mm:ss", "Z")
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT)
            .withChronology(IsoChronology.INSTANCE);

    private ReadValues() {}

    /**
     * The value of a row.
     *
     * @param given what the driver makes of it, not NULL
     * @throws IllegalArgumentException or an ArithmeticException or DateTimeException if it is none of that type
     */
    static @Nullable Object value(ResultSet rows, int index, Object given, SqlType type) throws SQLException {
        return switch (type.kind()) {
            case TEXT -> rows.getString(index);
            case BINARY -> rows.getBytes(index);
            case TIMESTAMP, LOCAL_TIMESTAMP, DATE, TIME ->
                given instanceof String text ? parsed(text, type.kind()) : time(rows, index, type.kind());
            case ARRAY -> given instanceof Array array ? elements(array, requireNonNull(type.element())) : null;
            case MAP, ROW -> rows.getString(index);
            case DECIMAL -> decimal(rows.getString(index), type);
            default -> scalar(given, type.kind());
        };
    }

    private static @Nullable Object time(ResultSet rows, int index, SqlType.Kind wanted) throws SQLException {
        return switch (wanted) {
            case TIMESTAMP -> {
                OffsetDateTime time = rows.getObject(index, OffsetDateTime.class);
                yield time == null ? null : time.toInstant();
            }
            case LOCAL_TIMESTAMP -> rows.getObject(index, LocalDateTime.class);
            case DATE -> rows.getObject(index, LocalDate.class);
            default -> rows.getObject(index, LocalTime.class);
        };
    }

    /** Elements are rows of two columns, the second of which is read as a column of the table is. */
    private static List<@Nullable Object> elements(Array array, SqlType type) throws SQLException {
        List<@Nullable Object> elements = new ArrayList<>();
        try (ResultSet rows = array.getResultSet()) {
            while (rows.next()) {
                Object given = rows.getObject(2);
                if (given instanceof Array) {
                    throw new IllegalArgumentException("it has more dimensions than one");
                }
                elements.add(given == null ? null : value(rows, 2, given, type));
            }
        }
        return elements;
    }

    /** With the digits that its type has after the point: SQLite keeps numbers, not how they are written. */
    private static BigDecimal decimal(String text, SqlType type) {
        BigDecimal number = new BigDecimal(text.strip());
        return number.scale() < type.scale() ? number.setScale(type.scale()) : number;
    }

    private static Object scalar(Object given, SqlType.Kind wanted) {
        String text = given instanceof Boolean flag
                ? flag ? "1" : "0"
                : given.toString().strip();
        return switch (wanted) {
            case BOOLEAN -> new BigDecimal(text).signum() != 0;
            case INTEGER -> new BigDecimal(text).intValueExact();
            case BIGINT -> new BigDecimal(text).longValueExact();
            case REAL -> Float.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
            case DECIMAL -> new BigDecimal(text);
            case UUID -> UUID.fromString(text);
            default -> given;
        };
    }

    /** Times as SQLite has them: text, of ISO 8601 or with a space. */
    private static Object parsed(String given, SqlType.Kind wanted) {
        String text = given.strip().replace(' ', 'T');
        return switch (wanted) {
            case TIMESTAMP -> {
                TemporalAccessor moment =
                        MOMENT.parseBest(text, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
                if (moment instanceof OffsetDateTime time) {
                    yield time.toInstant();
                }
                LocalDateTime local = moment instanceof LocalDate day ? day.atStartOfDay() : LocalDateTime.from(moment);
                yield local.toInstant(ZoneOffset.UTC);
            }
            case LOCAL_TIMESTAMP ->
                text.length() == 10 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text);
            case DATE -> LocalDate.parse(text);
            default -> LocalTime.parse(text);
        };
    }
}
