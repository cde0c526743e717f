package io.strandline.sink.database;

import io.strandline.common.Text;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values as SQLite holds them: columns have affinities, which change what looks like a number (SQLite, "Datatypes", 3). */
final class SqliteValues {
    private static final Pattern NUMBER = Pattern.compile("\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*");
    private static final Pattern INTEGER = Pattern.compile("0|-?[1-9]\\d{0,17}");
    private static final Pattern FRACTION = Pattern.compile("-?(0|[1-9]\\d*)\\.\\d*[1-9]");

    /** Digits that a REAL always keeps. */
    private static final int REAL_DIGITS = 15;

    private SqliteValues() {}

    /** A value as a parameter: each moment as one text, so that a key is found again. */
    static @Nullable Object bound(@Nullable Object value) {
        if (value instanceof Boolean bool) {
            return bool ? 1 : 0;
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value == null || value instanceof Number || value instanceof byte[] || value instanceof String) {
            return value;
        }
        if (value instanceof LocalTime time) {
            return DateTimeFormatter.ISO_LOCAL_TIME.format(time);
        }
        if (value instanceof LocalDateTime time) {
            return DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(time);
        }
        if (value instanceof Instant || value instanceof OffsetDateTime) {
            Instant moment = value instanceof OffsetDateTime time ? time.toInstant() : (Instant) value;
            return DateTimeFormatter.ISO_INSTANT.format(moment);
        }
        return value.toString();
    }

    /** Why a value cannot be sent, or would be held as another; null if neither. */
    static @Nullable String unsendable(DatabaseTable.Column column, @Nullable Object value) {
        if (value instanceof List<?> || value instanceof Map<?, ?>) {
            return "holds several values, which SQLite does not; send its JSON as text";
        }
        if ((value instanceof Double number && number.isNaN()) || (value instanceof Float real && real.isNaN())) {
            return "is NaN, which SQLite holds as NULL";
        }
        if (value instanceof BigDecimal number && isNumeric(column) && !isKept(number)) {
            return "has more digits than SQLite keeps in a column of type " + column.typeText() + ": "
                    + number.toPlainString() + "; declare the column TEXT to keep them";
        }
        if (value instanceof String text && isNumeric(column) && !isKept(text)) {
            return "looks like a number, which SQLite would write otherwise in a column of type " + column.typeText()
                    + ": " + Text.cut(text, 40) + "; declare the column TEXT to keep it";
        }
        return null;
    }

    /** Whether SQLite makes numbers of texts in that column: neither TEXT nor BLOB affinity. */
    private static boolean isNumeric(DatabaseTable.Column column) {
        String type = Text.lower(column.typeText());
        return type.contains("int")
                || !(type.isEmpty()
                        || type.contains("char")
                        || type.contains("clob")
                        || type.contains("text")
                        || type.contains("blob"));
    }

    private static boolean isKept(BigDecimal number) {
        BigDecimal plain = number.stripTrailingZeros();
        return plain.precision() <= REAL_DIGITS
                || (plain.scale() <= 0 && plain.toBigInteger().bitLength() < Long.SIZE);
    }

    private static boolean isKept(String text) {
        if (!NUMBER.matcher(text).matches() || INTEGER.matcher(text).matches()) {
            return true;
        }
        return FRACTION.matcher(text).matches()
                && new BigDecimal(text).precision() <= REAL_DIGITS
                && String.valueOf(Double.parseDouble(text)).equals(text);
    }
}
