package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import io.strandline.common.SqlNames;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The type of a column or parameter, with the Java class its values have: see {@link Kind}.
 *
 * @param precision digits of a DECIMAL; 0 for other kinds
 * @param scale digits after the point of a DECIMAL; 0 for other kinds
 * @param element type of the elements of an ARRAY and of the values of a MAP; null for other kinds
 * @param key type of the keys of a MAP; null for other kinds
 * @param fields those of a ROW; none for other kinds
 * @param choices the only values a TEXT parameter may have; empty if any may
 */
public record SqlType(
        Kind kind,
        boolean nullable,
        int precision,
        int scale,
        @Nullable SqlType element,
        @Nullable SqlType key,
        List<Field> fields,
        List<String> choices) {

    /** A field of a ROW. */
    public record Field(String name, SqlType type) {
        public Field {
            requireNonNull(name, "name");
            requireNonNull(type, "type");
        }
    }

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
        /** {@link Float}. */
        REAL("REAL"),
        /** {@link Double}. */
        DOUBLE("DOUBLE"),
        /** {@link java.math.BigDecimal}. */
        DECIMAL("DECIMAL"),
        /** {@link java.time.Instant}, whole milliseconds; TIMESTAMP(3) WITH LOCAL TIME ZONE. */
        TIMESTAMP("TIMESTAMP_WITH_LOCAL_TIME_ZONE"),
        /** {@link java.time.LocalDateTime}, whole milliseconds; TIMESTAMP(3). */
        LOCAL_TIMESTAMP("TIMESTAMP"),
        /** {@link java.time.LocalDate}. */
        DATE("DATE"),
        /** {@link java.time.LocalTime}, whole milliseconds; TIME(3). */
        TIME("TIME"),
        /** {@link java.util.UUID}. */
        UUID("UUID"),
        /** {@code byte[]}. */
        BINARY("VARBINARY"),
        /** {@link List} of the element's class. */
        ARRAY("ARRAY"),
        /** {@link java.util.Map} of the key's to the value's class. */
        MAP("MAP"),
        /** {@link List} of a value of each field's class. */
        ROW("ROW");

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
        fields = List.copyOf(fields);
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

    /** REAL, 32 bits. */
    public static SqlType float32() {
        return of(Kind.REAL);
    }

    /** DOUBLE. */
    public static SqlType float64() {
        return of(Kind.DOUBLE);
    }

    /** DECIMAL(precision, scale), precision at most 38. */
    public static SqlType decimal(int precision, int scale) {
        return new SqlType(Kind.DECIMAL, false, precision, scale, null, null, List.of(), List.of());
    }

    /** TIMESTAMP(3) WITH LOCAL TIME ZONE. */
    public static SqlType timestamp() {
        return of(Kind.TIMESTAMP);
    }

    /** TIMESTAMP(3), without a zone. */
    public static SqlType localTimestamp() {
        return of(Kind.LOCAL_TIMESTAMP);
    }

    /** TIME(3). */
    public static SqlType time() {
        return of(Kind.TIME);
    }

    /** UUID. */
    public static SqlType uuid() {
        return of(Kind.UUID);
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
        return new SqlType(Kind.ARRAY, false, 0, 0, element, null, List.of(), List.of());
    }

    /** MAP of those keys to those values. */
    public static SqlType mapOf(SqlType key, SqlType value) {
        return new SqlType(Kind.MAP, false, 0, 0, value, key, List.of(), List.of());
    }

    /** ROW of those fields, at least one. */
    public static SqlType rowOf(List<Field> fields) {
        return new SqlType(Kind.ROW, false, 0, 0, null, null, fields, List.of());
    }

    private static SqlType of(Kind kind) {
        return new SqlType(kind, false, 0, 0, null, null, List.of(), List.of());
    }

    /** The same, with NULL allowed. */
    public SqlType orNull() {
        return new SqlType(kind, true, precision, scale, element, key, fields, choices);
    }

    /** The same, limited to these values (exact, case sensitive). */
    public SqlType oneOf(String... values) {
        return new SqlType(kind, nullable, precision, scale, element, key, fields, List.of(values));
    }

    /** The type as SQL text: {@code DECIMAL(20, 0)}, {@code VARCHAR ARRAY}. */
    public String sqlText() {
        return switch (kind) {
            case DECIMAL -> "DECIMAL(" + precision + ", " + scale + ")";
            case TIMESTAMP -> "TIMESTAMP(3) WITH LOCAL TIME ZONE";
            case LOCAL_TIMESTAMP -> "TIMESTAMP(3)";
            case TIME -> "TIME(3)";
            case ARRAY -> requireNonNull(element).sqlText() + " ARRAY";
            case MAP ->
                "MAP<" + requireNonNull(key).sqlText() + ", "
                        + requireNonNull(element).sqlText() + ">";
            case ROW ->
                fields.stream()
                        .map(field -> SqlNames.quoteIfNeeded(field.name()) + " "
                                + field.type().sqlText())
                        .collect(Collectors.joining(", ", "ROW(", ")"));
            case TEXT, BOOLEAN, INTEGER, BIGINT, REAL, DOUBLE, DATE, UUID, BINARY -> kind.sqlName();
        };
    }
}
