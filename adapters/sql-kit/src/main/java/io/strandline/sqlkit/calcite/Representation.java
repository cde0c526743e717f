package io.strandline.sqlkit.calcite;

import static java.util.Objects.requireNonNull;

import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * Values between the Java class of their {@link SqlType.Kind} and the class Calcite's generated code computes with: an
 * instant is a {@code Long} of milliseconds since the epoch, a date an {@code Integer} of days, bytes a {@link ByteString}.
 */
public final class Representation {
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
            case DOUBLE -> Double.class::cast;
            case DECIMAL -> BigDecimal.class::cast;
            case TIMESTAMP -> value -> ((Instant) value).toEpochMilli();
            case DATE -> value -> Math.toIntExact(((LocalDate) value).toEpochDay());
            case BINARY -> value -> new ByteString((byte[]) value);
            case ARRAY -> elements(toInternal(requireNonNull(type.element())));
        };
    }

    /** What makes the type's Java value of Calcite's. */
    public static Function<Object, Object> fromInternal(SqlType type) {
        return switch (type.kind()) {
            case TEXT, BOOLEAN, DECIMAL -> value -> value;
            case INTEGER -> value -> ((Number) value).intValue();
            case BIGINT -> value -> ((Number) value).longValue();
            case DOUBLE -> value -> ((Number) value).doubleValue();
            case TIMESTAMP -> value -> Instant.ofEpochMilli(((Number) value).longValue());
            case DATE -> value -> LocalDate.ofEpochDay(((Number) value).longValue());
            case BINARY -> value -> ((ByteString) value).getBytes();
            case ARRAY -> elements(fromInternal(requireNonNull(type.element())));
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
