package io.strandline.jdbc.internal.value;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Conversions to numbers and booleans, none of which loses a digit before the point in silence. Stateless. */
final class Numbers {
    private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);

    private Numbers() {}

    /** A whole number between two bounds; digits after the point are cut off, as JDBC drivers do. */
    static long whole(Object value, long min, long max, String type) throws SQLException {
        long number;
        if (value instanceof Integer || value instanceof Long || value instanceof Short || value instanceof Byte) {
            number = ((Number) value).longValue();
        } else {
            BigDecimal cut = decimal(value).setScale(0, RoundingMode.DOWN);
            if (cut.compareTo(MIN_LONG) < 0 || cut.compareTo(MAX_LONG) > 0) {
                throw outOfRange(value, type);
            }
            number = cut.longValueExact();
        }
        return within(number, min, max, type);
    }

    /** The number, if it lies between two bounds. */
    static long within(long number, long min, long max, String type) throws SQLException {
        if (number < min || number > max) {
            throw outOfRange(number, type);
        }
        return number;
    }

    static double floating(Object value) throws SQLException {
        if (value instanceof Number) {
            return ((Number) value).doubleValue();
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? 1 : 0;
        }
        try {
            return Double.parseDouble(text(value, "DOUBLE"));
        } catch (NumberFormatException e) {
            throw bad(value, "DOUBLE", e);
        }
    }

    static BigDecimal decimal(Object value) throws SQLException {
        if (value instanceof BigDecimal) {
            return (BigDecimal) value;
        }
        if (value instanceof Boolean) {
            return (Boolean) value ? BigDecimal.ONE : BigDecimal.ZERO;
        }
        if (value instanceof BigInteger) {
            return new BigDecimal((BigInteger) value);
        }
        try {
            return value instanceof Number
                    ? new BigDecimal(value.toString())
                    : new BigDecimal(text(value, "DECIMAL").trim());
        } catch (NumberFormatException e) {
            throw bad(value, "DECIMAL", e);
        }
    }

    static boolean bool(Object value) throws SQLException {
        if (value instanceof Boolean) {
            return (Boolean) value;
        }
        if (value instanceof Number) {
            return ((Number) value).doubleValue() != 0;
        }
        String text = text(value, "BOOLEAN").trim();
        if (text.equalsIgnoreCase("true") || text.equals("1") || text.equalsIgnoreCase("t")) {
            return true;
        }
        if (text.equalsIgnoreCase("false") || text.equals("0") || text.equalsIgnoreCase("f")) {
            return false;
        }
        throw bad(value, "BOOLEAN", null);
    }

    private static String text(Object value, String type) throws SQLException {
        if (value instanceof String) {
            return (String) value;
        }
        throw bad(value, type, null);
    }

    private static SQLException bad(Object value, String type, @Nullable Exception cause) {
        return SqlErrors.of(
                SqlState.BAD_CAST,
                "a " + value.getClass().getSimpleName() + " value cannot be read as " + type + ": " + value,
                cause);
    }

    private static SQLException outOfRange(Object value, String type) {
        return SqlErrors.of(SqlState.OUT_OF_RANGE, "value " + value + " does not fit " + type);
    }
}
