package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column or parameter, with the Java class its values have: see {@link Kind}.
 *
 * @param precision digits of a DECIMAL; 0 for other kinds
 * @param scale digits after the point of a DECIMAL; 0 for other kinds
 * @param element type of the elements of an ARRAY; null for other kinds
 * @param choices the only values a TEXT parameter may have; empty if any may
 */
public record SqlType(
        Kind kind,
        boolean nullable,
        int precision,
        int scale,
        @Nullable SqlType element,
        List<String> choices) {

    /** Kinds of types, each with its Java class and SQL name. */
    public enum Kind {
        /** {@link String}. */
        TEXT("VARCHAR"),
        /** {@link Boolean}. */
        BOOLEAN("BOOLEAN"),
        /** {@link Integer}. */
        INTEGER("INTEGER"),
        /** {@link Long}. */
        BIGINT("BIGINT"),
        /** {@link Double}. */
        DOUBLE("DOUBLE"),
        /** {@link java.math.BigDecimal}. */
        DECIMAL("DECIMAL"),
        /** {@link java.time.Instant}, whole milliseconds; TIMESTAMP(3) WITH LOCAL TIME ZONE. */
        TIMESTAMP("TIMESTAMP_WITH_LOCAL_TIME_ZONE"),
        /** {@link java.time.LocalDate}. */
        DATE("DATE"),
        /** {@code byte[]}. */
        BINARY("VARBINARY"),
        /** {@link List} of the element's class. */
        ARRAY("ARRAY");

        private final String sqlName;

        Kind(String sqlName) {
            this.sqlName = sqlName;
        }

        /** The name in SQL, without precision. */
        public String sqlName() {
            return sqlName;
        }
    }

    public SqlType {
        requireNonNull(kind, "kind");
        choices = List.copyOf(choices);
    }

    /** VARCHAR. */
    public static SqlType text() {
        return of(Kind.TEXT);
    }

    /** BOOLEAN. */
    public static SqlType bool() {
        return of(Kind.BOOLEAN);
    }

    /** INTEGER, 32 bits. */
    public static SqlType integer() {
        return of(Kind.INTEGER);
    }

    /** BIGINT, 64 bits. */
    public static SqlType bigint() {
        return of(Kind.BIGINT);
    }

    /** DOUBLE. */
    public static SqlType float64() {
        return of(Kind.DOUBLE);
    }

    /** DECIMAL(precision, scale), precision at most 38. */
    public static SqlType decimal(int precision, int scale) {
        return new SqlType(Kind.DECIMAL, false, precision, scale, null, List.of());
    }

    /** TIMESTAMP(3) WITH LOCAL TIME ZONE. */
    public static SqlType timestamp() {
        return of(Kind.TIMESTAMP);
    }

    /** DATE. */
    public static SqlType date() {
        return of(Kind.DATE);
    }

    /** VARBINARY. */
    public static SqlType binary() {
        return of(Kind.BINARY);
    }

    /** ARRAY of that element type. */
    public static SqlType arrayOf(SqlType element) {
        return new SqlType(Kind.ARRAY, false, 0, 0, element, List.of());
    }

    private static SqlType of(Kind kind) {
        return new SqlType(kind, false, 0, 0, null, List.of());
    }

    /** The same, with NULL allowed. */
    public SqlType orNull() {
        return new SqlType(kind, true, precision, scale, element, choices);
    }

    /** The same, limited to these values (exact, case sensitive). */
    public SqlType oneOf(String... values) {
        return new SqlType(kind, nullable, precision, scale, element, List.of(values));
    }

    /** The type as SQL text: {@code DECIMAL(20, 0)}, {@code VARCHAR ARRAY}. */
    public String sqlText() {
        return switch (kind) {
            case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
            case TIMESTAMP -> "TIMESTAMP(3) WITH LOCAL TIME ZONE";
            case ARRAY -> requireNonNull(element).sqlText() + " ARRAY";
            case TEXT, BOOLEAN, INTEGER, BIGINT, DOUBLE, DATE, BINARY -> kind.sqlName();
        };
    }
}
