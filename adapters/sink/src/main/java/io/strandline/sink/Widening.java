package io.strandline.sink;

import io.strandline.sqlkit.SqlType;
import io.strandline.sqlkit.SqlType.Kind;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which types hold all values of which others, and how a value becomes one of the wider type (SNK-9). */
final class Widening {
    /** Kinds that hold all values of a kind, beside itself; decimals are compared by their digits. */
    private static final Map<Kind, Set<Kind>> WIDER = new EnumMap<>(Map.of(
            Kind.INTEGER, Set.of(Kind.BIGINT, Kind.DOUBLE),
            Kind.REAL, Set.of(Kind.DOUBLE)));

    /** Digits of a decimal that holds all whole numbers of a kind. */
    private static final Map<Kind, Integer> DIGITS = new EnumMap<>(Map.of(Kind.INTEGER, 10, Kind.BIGINT, 19));

    private Widening() {}

    /** Whether a column of that type takes each value of the other, NULL aside. */
    static boolean takes(SqlType column, SqlType value) {
        if (column.kind() == Kind.DECIMAL) {
            int whole = column.precision() - column.scale();
            return value.kind() == Kind.DECIMAL
                    ? value.scale() <= column.scale() && value.precision() - value.scale() <= whole
                    : DIGITS.containsKey(value.kind()) && DIGITS.get(value.kind()) <= whole;
        }
        if (column.kind() != value.kind()) {
            return WIDER.getOrDefault(value.kind(), Set.of()).contains(column.kind());
        }
        return bothTake(column.element(), value.element())
                && bothTake(column.key(), value.key())
                && takesFields(column.fields(), value.fields());
    }

    private static boolean bothTake(@Nullable SqlType column, @Nullable SqlType value) {
        return (column == null || value == null) ? Objects.equals(column, value) : takes(column, value);
    }

    private static boolean takesFields(List<SqlType.Field> column, List<SqlType.Field> value) {
        if (column.size() != value.size()) {
            return false;
        }
        for (int i = 0; i < column.size(); i++) {
            if (!column.get(i).name().equals(value.get(i).name())
                    || !takes(column.get(i).type(), value.get(i).type())) {
                return false;
            }
        }
        return true;
    }

    /** The value as one of the column's type, which {@link #takes} it. */
    static @Nullable Object convert(@Nullable Object value, SqlType column) {
        if (value instanceof Integer number) {
            return switch (column.kind()) {
                case BIGINT -> number.longValue();
                case DOUBLE -> number.doubleValue();
                case DECIMAL -> BigDecimal.valueOf(number);
                default -> value;
            };
        }
        if (value instanceof Long number && column.kind() == Kind.DECIMAL) {
            return BigDecimal.valueOf(number);
        }
        return value instanceof Float number && column.kind() == Kind.DOUBLE ? (Object) number.doubleValue() : value;
    }
}
