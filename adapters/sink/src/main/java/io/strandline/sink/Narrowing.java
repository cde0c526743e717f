package io.strandline.sink;

import io.strandline.sqlkit.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Values of a wider type as the same ones of a narrower; what {@link Widening} cannot promise is asked of each value (SNK-9). */
final class Narrowing {
    private Narrowing() {}

    /** The value as one of that type; empty if it would be another. */
    static Optional<Object> exactly(Object value, SqlType type) {
        if (type.kind() == SqlType.Kind.REAL) {
            return value instanceof Number number && Double.compare(number.floatValue(), number.doubleValue()) == 0
                    ? Optional.of(number.floatValue())
                    : Optional.empty();
        }
        BigDecimal number = number(value);
        if (number == null) {
            return Optional.empty();
        }
        try {
            return switch (type.kind()) {
                case INTEGER -> Optional.of(number.intValueExact());
                case BIGINT -> Optional.of(number.longValueExact());
                case DECIMAL -> decimal(number, type);
                default -> Optional.empty();
            };
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static @Nullable BigDecimal number(Object value) {
        if (value instanceof BigDecimal decimal) {
            return decimal;
        }
        if (value instanceof Double number) {
            return Double.isFinite(number) ? exact(number) : null;
        }
        if (value instanceof BigInteger number) {
            return new BigDecimal(number);
        }
        return value instanceof Long || value instanceof Integer
                ? BigDecimal.valueOf(((Number) value).longValue())
                : null;
    }

    /** The very number: what is shown of it is rounded. */
    private static BigDecimal exact(double number) {
        int exponent = Math.getExponent(number) - 52;
        BigDecimal digits = BigDecimal.valueOf((long) Math.scalb(number, -exponent));
        return exponent >= 0
                ? digits.multiply(BigDecimal.valueOf(2).pow(exponent))
                : digits.multiply(BigDecimal.valueOf(5, 1).pow(-exponent));
    }

    private static Optional<Object> decimal(BigDecimal number, SqlType type) {
        BigDecimal scaled = number.setScale(type.scale(), RoundingMode.UNNECESSARY);
        return scaled.precision() <= type.precision() ? Optional.of(scaled) : Optional.empty();
    }
}
