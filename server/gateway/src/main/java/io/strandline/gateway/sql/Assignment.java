package io.strandline.gateway.sql;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What SQL lets a column take of another type: numbers of all kinds as long as no digit is lost, times of one kind as those of
 * another in the session's zone. All else a statement casts itself. Values are of the types' Java classes.
 */
final class Assignment {
    private Assignment() {}

    /**
     * What makes a value of the one type, not null, one of the other.
     *
     * @return null if the one is not assigned to the other; throws {@code NUMBER_OUT_OF_RANGE} for a number that does not fit
     */
    static @Nullable Function<Object, Object> of(SqlType from, SqlType to, ZoneId zone) {
        if (isNumber(from) && isNumber(to)) {
            return from.kind() == to.kind() && to.kind() != SqlType.Kind.DECIMAL ? Function.identity() : number(to);
        }
        if (from.kind() == to.kind()) {
            return switch (to.kind()) {
                case ARRAY -> elements(of(requireNonNull(from.element()), requireNonNull(to.element()), zone));
                case MAP ->
                    entries(
                            of(requireNonNull(from.key()), requireNonNull(to.key()), zone),
                            of(requireNonNull(from.element()), requireNonNull(to.element()), zone));
                case ROW -> fields(from.fields(), to.fields(), zone);
                default -> Function.identity();
            };
        }
        return time(from.kind(), to.kind(), zone);
    }

    private static boolean isNumber(SqlType type) {
        return switch (type.kind()) {
            case INTEGER, BIGINT, REAL, DOUBLE, DECIMAL -> true;
            default -> false;
        };
    }

    private static Function<Object, Object> number(SqlType to) {
        return switch (to.kind()) {
            case REAL -> value -> single(((Number) value).doubleValue());
            case DOUBLE -> value -> ((Number) value).doubleValue();
            case INTEGER -> value -> exact(value, to, BigDecimal::intValueExact);
            case BIGINT ->
                value -> value instanceof Integer whole
                        ? whole.longValue()
                        : exact(value, to, BigDecimal::longValueExact);
            default -> value -> exact(value, to, number -> ExactValues.fitted(number, to));
        };
    }

    private static Object single(double value) {
        float single = (float) value;
        if (Float.isInfinite(single) && !Double.isInfinite(value)) {
            throw outOfRange(value, SqlType.float32(), new ArithmeticException("infinite"));
        }
        return single;
    }

    private static Object exact(Object value, SqlType to, Function<BigDecimal, Object> fit) {
        try {
            return fit.apply(new BigDecimal(value.toString()));
        } catch (ArithmeticException | NumberFormatException e) {
            throw outOfRange(value, to, e);
        }
    }

    private static StrandlineException outOfRange(Object value, SqlType to, Exception cause) {
        return new StrandlineException(
                ErrorCode.NUMBER_OUT_OF_RANGE,
                value + " does not fit " + to.sqlText() + ". Round or cast it in the statement to accept a loss.",
                cause);
    }

    private static @Nullable Function<Object, Object> time(SqlType.Kind from, SqlType.Kind to, ZoneId zone) {
        if (to == SqlType.Kind.LOCAL_TIMESTAMP) {
            return switch (from) {
                case DATE -> value -> ((LocalDate) value).atStartOfDay();
                case TIMESTAMP -> value -> LocalDateTime.ofInstant((Instant) value, zone);
                default -> null;
            };
        }
        if (to == SqlType.Kind.TIMESTAMP) {
            return switch (from) {
                case DATE -> value -> ((LocalDate) value).atStartOfDay(zone).toInstant();
                case LOCAL_TIMESTAMP ->
                    value -> ((LocalDateTime) value).atZone(zone).toInstant();
                default -> null;
            };
        }
        return null;
    }

    private static @Nullable Function<Object, Object> elements(@Nullable Function<Object, Object> each) {
        return each == null
                ? null
                : value -> {
                    List<@Nullable Object> elements = new ArrayList<>();
                    ((List<?>) value).forEach(one -> elements.add(one == null ? null : each.apply(one)));
                    return elements;
                };
    }

    private static @Nullable Function<Object, Object> entries(
            @Nullable Function<Object, Object> key, @Nullable Function<Object, Object> mapped) {
        return key == null || mapped == null
                ? null
                : value -> {
                    Map<Object, @Nullable Object> entries = new LinkedHashMap<>();
                    ((Map<?, ?>) value)
                            .forEach((k, v) ->
                                    entries.put(key.apply(requireNonNull(k)), v == null ? null : mapped.apply(v)));
                    return entries;
                };
    }

    private static @Nullable Function<Object, Object> fields(
            List<SqlType.Field> from, List<SqlType.Field> to, ZoneId zone) {
        if (from.size() != to.size()) {
            return null;
        }
        List<Function<Object, Object>> each = new ArrayList<>();
        for (int i = 0; i < to.size(); i++) {
            Function<Object, Object> field = of(from.get(i).type(), to.get(i).type(), zone);
            if (field == null) {
                return null;
            }
            each.add(field);
        }
        return value -> {
            List<@Nullable Object> fields = new ArrayList<>();
            List<?> values = (List<?>) value;
            for (int i = 0; i < each.size(); i++) {
                Object one = values.get(i);
                fields.add(one == null ? null : each.get(i).apply(one));
            }
            return fields;
        };
    }
}
