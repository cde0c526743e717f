package io.strandline.sink;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.sqlkit.SqlType;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The part of a destination that a run covers, its values of the types of the columns: as JSON has them they would be equal to
 * no row, or refused when all rows have landed (SNK-8).
 */
final class CleanupScope {
    private CleanupScope() {}

    /**
     * The same part.
     *
     * @param scope values as JSON has them, or of the columns' types
     * @throws StrandlineException {@link ErrorCode#NO_SUCH_COLUMN}; {@link ErrorCode#BAD_VALUE} for a value that no row of the
     *     column can have
     */
    static Map<String, Object> typed(Map<String, Object> scope, RowSchema live, SinkDescription sink) {
        Map<String, Object> typed = new LinkedHashMap<>();
        scope.forEach((name, value) -> {
            SqlType type = live.typeOf(name)
                    .orElseThrow(() -> new StrandlineException(
                            ErrorCode.NO_SUCH_COLUMN,
                            "the cleanup of sink " + sink.id() + " names column \"" + Text.cut(name, 100)
                                    + "\", which its destination does not have"
                                    + Text.didYouMean(name, live.names())));
            Object converted = converted(value, type);
            if (converted == null) {
                throw new StrandlineException(
                        ErrorCode.BAD_VALUE,
                        "the cleanup of sink " + sink.id() + ": " + Text.cut(value.toString(), 100)
                                + " is no value of column " + name + ", which is " + type.sqlText()
                                + ". Write numbers as numbers, and dates, times and UUIDs as text.");
            }
            typed.put(name, converted);
        });
        return typed;
    }

    private static @Nullable Object converted(Object value, SqlType type) {
        try {
            return switch (type.kind()) {
                case TEXT -> value instanceof String ? value : null;
                case BOOLEAN -> value instanceof Boolean ? value : null;
                case INTEGER, BIGINT, DECIMAL, REAL ->
                    Narrowing.exactly(value, type).orElse(null);
                case DOUBLE -> value instanceof Number number ? (Object) number.doubleValue() : null;
                case DATE -> value instanceof LocalDate ? value : LocalDate.parse(text(value));
                case TIME -> value instanceof LocalTime ? value : LocalTime.parse(text(value));
                case LOCAL_TIMESTAMP ->
                    value instanceof LocalDateTime
                            ? value
                            : LocalDateTime.parse(text(value).replace(' ', 'T'));
                case TIMESTAMP ->
                    value instanceof Instant
                            ? value
                            : OffsetDateTime.parse(text(value).replace(' ', 'T'))
                                    .toInstant();
                case UUID -> value instanceof UUID ? value : UUID.fromString(text(value));
                case BINARY, ARRAY, MAP, ROW -> null;
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            return null;
        }
    }

    /** A text, or what no type is written as. */
    private static String text(Object value) {
        return value instanceof String text ? text : "";
    }
}
