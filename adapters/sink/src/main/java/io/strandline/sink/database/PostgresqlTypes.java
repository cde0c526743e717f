package io.strandline.sink.database;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAccessor;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** PostgreSQL's types, and values as COPY's text format has them (PostgreSQL documentation, "COPY"). */
final class PostgresqlTypes {
    private static final int NUMERIC_HEADER = 4;
    private static final int MOST_DIGITS = 38;

    /** What a NUMERIC without digits is shown as. */
    private static final SqlType ANY_NUMERIC = SqlType.decimal(38, 18);

    /** Types that have no equality of their own. */
    private static final Set<String> INCOMPARABLE =
            Set.of("json", "xml", "point", "line", "lseg", "box", "path", "polygon", "circle");

    private static final Set<String> TIMES = Set.of("time", "timetz", "timestamp", "timestamptz");
    private static final int MICROSECONDS = 6;

    /** Nanoseconds of the last digit, by how many digits there are. */
    private static final int[] UNITS = {1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000};

    private static final long LATEST_YEAR = 9_999;

    private PostgresqlTypes() {}

    static SqlType type(String name, int modifier) {
        return switch (name) {
            case "bool" -> SqlType.bool();
            case "int2", "int4" -> SqlType.integer();
            case "int8" -> SqlType.bigint();
            case "float4" -> SqlType.float32();
            case "float8" -> SqlType.float64();
            case "numeric" -> numeric(modifier);
            case "bytea" -> SqlType.binary();
            case "date" -> SqlType.date();
            case "time" -> SqlType.time();
            case "timestamp" -> SqlType.localTimestamp();
            case "timestamptz" -> SqlType.timestamp();
            case "uuid" -> SqlType.uuid();
            default ->
                name.startsWith("_")
                        ? SqlType.arrayOf(type(name.substring(1), -1).orNull())
                        : SqlType.text();
        };
    }

    /** One that SQL's decimals do not hold is shown as text: more than 38 digits, or a scale outside of them. */
    private static SqlType numeric(int modifier) {
        if (modifier < 0) {
            return ANY_NUMERIC;
        }
        int precision = (modifier - NUMERIC_HEADER) >> 16 & 0xffff;
        // eleven bits with a sign
        int scale = (((modifier - NUMERIC_HEADER) & 0x7ff) ^ 0x400) - 0x400;
        return precision > MOST_DIGITS || scale < 0 || scale > precision
                ? SqlType.text()
                : SqlType.decimal(precision, scale);
    }

    /** Digits of a second that a type keeps, also as an array's. */
    static int timeDigits(String name, int modifier) {
        boolean time = TIMES.contains(name.startsWith("_") ? name.substring(1) : name);
        return !time ? DatabaseTable.NANOSECONDS : modifier < 0 ? MICROSECONDS : modifier;
    }

    static boolean isComparable(String name) {
        return !INCOMPARABLE.contains(name);
    }

    /** The type as a column definition has it. */
    static String text(SqlType type) {
        return switch (type.kind()) {
            case TEXT -> "text";
            case BOOLEAN -> "boolean";
            case INTEGER -> "integer";
            case BIGINT -> "bigint";
            case REAL -> "real";
            case DOUBLE -> "double precision";
            case DECIMAL -> "numeric(" + type.precision() + ", " + type.scale() + ")";
            case TIMESTAMP -> "timestamptz";
            case LOCAL_TIMESTAMP -> "timestamp";
            case DATE -> "date";
            case TIME -> "time";
            case UUID -> "uuid";
            case BINARY -> "bytea";
            case ARRAY -> text(requireNonNull(type.element())) + "[]";
            case MAP, ROW -> "jsonb";
        };
    }

    /**
     * Why a value cannot be sent without losing something of it; null if it can.
     *
     * @param typeText of its column, as the database writes it
     */
    static @Nullable String unsendable(@Nullable Object value, String typeText, int timeDigits) {
        if (value instanceof String text) {
            return PostgresqlTexts.unsendable(text, typeText);
        }
        if (value instanceof Map<?, ?>) {
            return "is a map, which the sink does not take; send its JSON as text";
        }
        if (value instanceof List<?> list) {
            String elementType = typeText.endsWith("[]") ? typeText.substring(0, typeText.length() - 2) : typeText;
            for (Object element : list) {
                String reason = element instanceof BigDecimal number
                        ? PostgresqlTexts.rounded(number, elementType)
                        : unsendable(element, elementType, timeDigits);
                if (reason != null) {
                    return reason;
                }
            }
            return null;
        }
        if (value instanceof Temporal time) {
            return unsendableTime(time, Math.min(timeDigits, MICROSECONDS));
        }
        return null;
    }

    private static @Nullable String unsendableTime(Temporal time, int digits) {
        TemporalAccessor shown = time instanceof Instant instant ? instant.atOffset(ZoneOffset.UTC) : time;
        if (shown.isSupported(ChronoField.NANO_OF_SECOND)
                && shown.get(ChronoField.NANO_OF_SECOND) % UNITS[digits] != 0) {
            return "keeps " + digits + " digits of a second, and there are more: " + time;
        }
        if (shown.isSupported(ChronoField.YEAR)
                && (shown.get(ChronoField.YEAR) < 1 || shown.get(ChronoField.YEAR) > LATEST_YEAR)) {
            return "is not in the years 1 to " + LATEST_YEAR + ": " + time;
        }
        return null;
    }

    /** A value of a row. */
    static void append(StringBuilder line, @Nullable Object value) {
        if (value == null) {
            line.append("\\N");
        } else if (value instanceof String text) {
            escape(line, text);
        } else if (value instanceof List<?> list) {
            StringBuilder array = new StringBuilder();
            appendArray(array, list);
            escape(line, array.toString());
        } else if (value instanceof byte[] bytes) {
            line.append("\\\\x").append(HexFormat.of().formatHex(bytes));
        } else {
            line.append(plain(value));
        }
    }

    private static String plain(Object value) {
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof Instant instant) {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(instant.atOffset(ZoneOffset.UTC));
        }
        if (value instanceof OffsetDateTime time) {
            return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
        }
        return value.toString();
    }

    /** Most texts have nothing to escape, and are appended as a whole. */
    private static void escape(StringBuilder line, String text) {
        int whole = 0;
        for (int at = 0; at < text.length(); at++) {
            String escaped = switch (text.charAt(at)) {
                case '\\' -> "\\\\";
                case '\n' -> "\\n";
                case '\r' -> "\\r";
                case '\t' -> "\\t";
                default -> "";
            };
            if (!escaped.isEmpty()) {
                line.append(text, whole, at).append(escaped);
                whole = at + 1;
            }
        }
        if (whole == 0) {
            line.append(text);
        } else {
            line.append(text, whole, text.length());
        }
    }

    private static void appendArray(StringBuilder array, List<?> list) {
        array.append('{');
        for (int at = 0; at < list.size(); at++) {
            array.append(at == 0 ? "" : ",");
            Object value = list.get(at);
            if (value == null) {
                array.append("NULL");
            } else if (value instanceof List<?> inner) {
                appendArray(array, inner);
            } else {
                String text = value instanceof byte[] bytes
                        ? "\\x" + HexFormat.of().formatHex(bytes)
                        : value instanceof String plainText ? plainText : plain(value);
                array.append('"')
                        .append(text.replace("\\", "\\\\").replace("\"", "\\\""))
                        .append('"');
            }
        }
        array.append('}');
    }
}
