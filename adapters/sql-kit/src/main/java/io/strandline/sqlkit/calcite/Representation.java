package io.strandline.sqlkit.calcite;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Values between the Java class of their {@link SqlType.Kind} and the class Calcite's generated code computes with: an
 * instant and a local time of a day are a {@code Long} of milliseconds since the epoch, a date an {@code Integer} of days, a
 * time one of milliseconds, bytes a {@link ByteString}, a row an array. Digits finer than milliseconds are left out: who has
 * such says so.
 */
public final class Representation {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private Representation() {}

    /**
     * What makes Calcite's value of one of that type that is not null.
     *
     * @return throws {@link ClassCastException} on a value of another class than the type's
     */
    public static Function<Object, Object> toInternal(SqlType type) {
        return switch (type.kind()) {
            case TEXT -> String.class::cast;
            case BOOLEAN -> Boolean.class::cast;
            case INTEGER -> Integer.class::cast;
            case BIGINT -> Long.class::cast;
            case REAL -> Float.class::cast;
            case DOUBLE -> Double.class::cast;
            case DECIMAL -> BigDecimal.class::cast;
            case TIMESTAMP -> value -> ((Instant) value).toEpochMilli();
            case LOCAL_TIMESTAMP ->
                value -> ((LocalDateTime) value).toInstant(ZoneOffset.UTC).toEpochMilli();
            case TIME -> value -> (int) (((LocalTime) value).toNanoOfDay() / NANOS_PER_MILLI);
            case UUID -> java.util.UUID.class::cast;
            case DATE -> value -> Math.toIntExact(((LocalDate) value).toEpochDay());
            case BINARY -> value -> new ByteString((byte[]) value);
            case ARRAY -> elements(toInternal(requireNonNull(type.element())));
            case MAP -> entries(toInternal(requireNonNull(type.key())), toInternal(requireNonNull(type.element())));
            case ROW -> {
                List<Function<Object, Object>> fields = fields(type, Representation::toInternal);
                yield value -> row((List<?>) value, fields).toArray();
            }
        };
    }

    /** What makes the type's Java value of Calcite's. */
    public static Function<Object, Object> fromInternal(SqlType type) {
        return switch (type.kind()) {
            case TEXT, BOOLEAN, DECIMAL, UUID -> value -> value;
            case INTEGER -> value -> ((Number) value).intValue();
            case BIGINT -> value -> ((Number) value).longValue();
            case REAL -> value -> ((Number) value).floatValue();
            case DOUBLE -> value -> ((Number) value).doubleValue();
            case LOCAL_TIMESTAMP ->
                value -> LocalDateTime.ofInstant(Instant.ofEpochMilli(((Number) value).longValue()), ZoneOffset.UTC);
            case TIME -> value -> LocalTime.ofNanoOfDay(((Number) value).longValue() * NANOS_PER_MILLI);
            case TIMESTAMP -> value -> Instant.ofEpochMilli(((Number) value).longValue());
            case DATE -> value -> LocalDate.ofEpochDay(((Number) value).longValue());
            case BINARY -> value -> ((ByteString) value).getBytes();
            case ARRAY -> elements(fromInternal(requireNonNull(type.element())));
            case MAP -> entries(fromInternal(requireNonNull(type.key())), fromInternal(requireNonNull(type.element())));
            case ROW -> {
                List<Function<Object, Object>> fields = fields(type, Representation::fromInternal);
                yield value -> row(value instanceof Object[] array ? Arrays.asList(array) : (List<?>) value, fields);
            }
        };
    }

    private static List<Function<Object, Object>> fields(SqlType type, Function<SqlType, Function<Object, Object>> of) {
        return type.fields().stream().map(field -> of.apply(field.type())).toList();
    }

    private static List<@Nullable Object> row(List<?> values, List<Function<Object, Object>> fields) {
        if (values.size() != fields.size()) {
            throw new ClassCastException(values.size() + " values for " + fields.size() + " fields");
        }
        List<@Nullable Object> converted = new ArrayList<>(values.size());
        for (int i = 0; i < values.size(); i++) {
            Object value = values.get(i);
            converted.add(value == null ? null : fields.get(i).apply(value));
        }
        return converted;
    }

    private static Function<Object, Object> entries(Function<Object, Object> key, Function<Object, Object> mapped) {
        return value -> {
            Map<Object, @Nullable Object> converted = new LinkedHashMap<>();
            ((Map<?, ?>) value)
                    .forEach((k, v) -> converted.put(key.apply(requireNonNull(k)), v == null ? null : mapped.apply(v)));
            return converted;
        };
    }

    private static Function<Object, Object> elements(Function<Object, Object> element) {
        return value -> {
            List<@Nullable Object> converted = new ArrayList<>();
            for (Object each : (List<?>) value) {
                converted.add(each == null ? null : element.apply(each));
            }
            return converted;
        };
    }
}
