package io.strandline.catalog.iceberg;

import io.strandline.catalog.RowsWanted.Comparison;
import io.strandline.catalog.RowsWanted.Operator;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.BoundPredicate;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ExpressionVisitors;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.UnboundPredicate;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * Comparisons as Iceberg's expressions, each true wherever the comparison is: what cannot be said so is left out, and whoever
 * reads the rows compares them again. Stateless.
 */
final class RowExpressions {
    /** Below this, the order of UTF-16 units and that of code points agree whatever stands on the other side. */
    private static final char FIRST_SURROGATE = 0xD800;

    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long MICROS_PER_MILLI = 1_000;
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    /** Values of one list that Iceberg compares each with what it knows of a file; so many comparisons are not too deep either. */
    private static final int MOST_COMPARED = 200;

    private RowExpressions() {}

    /** What holds for every row for which all of these do. */
    static Expression of(List<Comparison> conditions, List<Types.NestedField> columns) {
        return conditions.stream()
                .map(condition -> of(condition, columns.get(condition.column())))
                .reduce(Expressions.alwaysTrue(), Expressions::and);
    }

    /**
     * What of a filter without NOT can be asked of a file's own statistics. Iceberg takes a column that a Parquet file does not
     * have for NULL, also one whose initial default the rows of that file then have.
     */
    static Expression ofFile(Expression filter, Schema schema) {
        return ExpressionVisitors.visit(filter, new WithoutDefaults(schema));
    }

    private static final class WithoutDefaults extends ExpressionVisitors.ExpressionVisitor<Expression> {
        private final Schema schema;

        WithoutDefaults(Schema schema) {
            this.schema = schema;
        }

        @Override
        public Expression alwaysTrue() {
            return Expressions.alwaysTrue();
        }

        @Override
        public Expression alwaysFalse() {
            return Expressions.alwaysFalse();
        }

        @Override
        public Expression and(Expression left, Expression right) {
            return Expressions.and(left, right);
        }

        @Override
        public Expression or(Expression left, Expression right) {
            return Expressions.or(left, right);
        }

        @Override
        public <T> Expression predicate(BoundPredicate<T> predicate) {
            return of(predicate, predicate.ref().fieldId());
        }

        @Override
        public <T> Expression predicate(UnboundPredicate<T> predicate) {
            return of(predicate, schema.findField(predicate.ref().name()).fieldId());
        }

        private Expression of(Expression predicate, int fieldId) {
            return schema.findField(fieldId).initialDefault() == null ? predicate : Expressions.alwaysTrue();
        }
    }

    private static Expression of(Comparison condition, Types.NestedField column) {
        String name = column.name();
        return switch (condition.operator()) {
            case IS_NULL -> Expressions.isNull(name);
            case IS_NOT_NULL -> Expressions.notNull(name);
            case IN -> in(column, condition.values());
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
                compare(column, condition.operator(), condition.values().get(0));
        };
    }

    /** One set, not as many comparisons: an expression's depth is bounded, whatever the number of values. */
    private static Expression in(Types.NestedField column, List<Object> values) {
        Expression bounds = values.size() > MOST_COMPARED ? between(column, values) : Expressions.alwaysTrue();
        if (isTime(values.get(0))) {
            return values.size() > MOST_COMPARED
                    ? bounds
                    : values.stream()
                            .map(value -> compare(column, Operator.EQUAL, value))
                            .reduce(Expressions.alwaysFalse(), Expressions::or);
        }
        List<Object> literals = values.stream()
                .flatMap(value -> literal(value, column.type(), Operator.EQUAL).stream())
                .toList();
        return literals.size() < values.size()
                ? bounds
                : Expressions.and(bounds, Expressions.in(column.name(), literals));
    }

    private static boolean isTime(Object value) {
        return value instanceof LocalDateTime || value instanceof Instant || value instanceof LocalTime;
    }

    /** Iceberg does not compare a long list with a file's bounds. UUIDs are ordered otherwise there. */
    @SuppressWarnings("unchecked")
    private static Expression between(Types.NestedField column, List<Object> values) {
        if (values.get(0) instanceof UUID) {
            return Expressions.alwaysTrue();
        }
        Comparator<Object> order = (one, other) -> ((Comparable<Object>) one).compareTo(other);
        return Expressions.and(
                compare(column, Operator.GREATER_OR_EQUAL, Collections.min(values, order)),
                compare(column, Operator.LESS_OR_EQUAL, Collections.max(values, order)));
    }

    private static Expression compare(Types.NestedField column, Operator operator, Object value) {
        Optional<Span> spans = spanOf(value, column.type());
        if (spans.isPresent()) {
            return within(column.name(), operator, spans.orElseThrow());
        }
        return literal(value, column.type(), operator)
                .map(literal -> plain(column.name(), operator, literal))
                .orElse(Expressions.alwaysTrue());
    }

    /**
     * The times that are the same when finer digits than milliseconds are left out.
     *
     * @param to excluded; null if there is none later
     */
    private record Span(Object from, Optional<Object> to) {}

    private static Optional<Span> spanOf(Object value, Type type) {
        if (value instanceof LocalDateTime time) {
            return spanOf(time, type);
        }
        if (value instanceof Instant time) {
            return spanOf(LocalDateTime.ofInstant(time, ZoneOffset.UTC), type);
        }
        if (value instanceof LocalTime time) {
            long from = time.toNanoOfDay() / NANOS_PER_MICRO;
            boolean last = from + MICROS_PER_MILLI >= MICROS_PER_DAY;
            return Optional.of(new Span(from, last ? Optional.empty() : Optional.of(from + MICROS_PER_MILLI)));
        }
        return Optional.empty();
    }

    /**
     * As Iceberg takes times: a number is one of microseconds, also where nanoseconds are kept, so these are given as text. None
     * has those that it cannot count.
     */
    private static Optional<Span> spanOf(LocalDateTime time, Type type) {
        LocalDateTime next = time.plus(1, ChronoUnit.MILLIS);
        try {
            if (type instanceof Types.TimestampNanoType nanos) {
                boolean counted = ChronoUnit.NANOS.between(EPOCH, time) <= ChronoUnit.NANOS.between(EPOCH, next);
                String zone = nanos.shouldAdjustToUTC() ? "+00:00" : "";
                return counted ? Optional.of(new Span(time + zone, Optional.of(next + zone))) : Optional.empty();
            }
            return Optional.of(new Span(
                    ChronoUnit.MICROS.between(EPOCH, time), Optional.of(ChronoUnit.MICROS.between(EPOCH, next))));
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static Expression within(String name, Operator operator, Span span) {
        Expression fromIt = Expressions.greaterThanOrEqual(name, span.from());
        Expression untilIt =
                span.to().map(to -> (Expression) Expressions.lessThan(name, to)).orElse(Expressions.notNull(name));
        return switch (operator) {
            case EQUAL, IN -> Expressions.and(fromIt, untilIt);
            case LESS -> Expressions.lessThan(name, span.from());
            case LESS_OR_EQUAL -> untilIt;
            case GREATER ->
                span.to()
                        .map(to -> (Expression) Expressions.greaterThanOrEqual(name, to))
                        .orElse(Expressions.alwaysFalse());
            case GREATER_OR_EQUAL -> fromIt;
            case NOT_EQUAL, IS_NULL, IS_NOT_NULL -> Expressions.alwaysTrue();
        };
    }

    private static Expression plain(String name, Operator operator, Object literal) {
        return switch (operator) {
            case EQUAL, IN -> Expressions.equal(name, literal);
            case NOT_EQUAL -> Expressions.notEqual(name, literal);
            case LESS -> Expressions.lessThan(name, literal);
            case LESS_OR_EQUAL -> Expressions.lessThanOrEqual(name, literal);
            case GREATER -> Expressions.greaterThan(name, literal);
            case GREATER_OR_EQUAL -> Expressions.greaterThanOrEqual(name, literal);
            case IS_NULL, IS_NOT_NULL -> Expressions.alwaysTrue();
        };
    }

    /** The value as Iceberg takes it; empty if it compares otherwise there, or not at all. */
    private static Optional<Object> literal(Object value, Type type, Operator operator) {
        if (value instanceof BigDecimal number) {
            return decimal(number, (Types.DecimalType) type);
        }
        if (value instanceof String text) {
            boolean ordered = operator != Operator.EQUAL && operator != Operator.NOT_EQUAL;
            return ordered && text.chars().anyMatch(c -> c >= FIRST_SURROGATE) ? Optional.empty() : Optional.of(text);
        }
        if (value instanceof LocalDate date) {
            return Optional.of((int) date.toEpochDay());
        }
        boolean taken =
                value instanceof Integer || value instanceof Long || value instanceof Boolean || value instanceof UUID;
        return taken ? Optional.of(value) : Optional.empty();
    }

    private static Optional<Object> decimal(BigDecimal number, Types.DecimalType type) {
        BigDecimal least = number.stripTrailingZeros();
        if (least.scale() > type.scale()) {
            return Optional.empty();
        }
        BigDecimal scaled = number.setScale(type.scale());
        return scaled.precision() > type.precision() ? Optional.empty() : Optional.of(scaled);
    }
}
