package io.strandline.log.sql;

import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Wanted;
import java.util.function.ToLongFunction;

/**
 * Between which numbers a column must be for a row to be wanted. Nothing that is wanted lies outside.
 *
 * @param from first number
 * @param to first number behind it
 */
record Bounds(long from, long to) {
    private static final Bounds ALL = new Bounds(Long.MIN_VALUE, Long.MAX_VALUE);

    /** Those that the conditions on a column say, each of whose values is that number. */
    static Bounds of(Wanted wanted, String column, ToLongFunction<Object> number) {
        return wanted.conditions().stream()
                .filter(condition -> condition.column().equals(column))
                .map(condition -> of(condition, number))
                .reduce(ALL, Bounds::and);
    }

    private static Bounds of(Condition condition, ToLongFunction<Object> number) {
        return switch (condition.operator()) {
            case EQUAL, IN -> {
                var numbers = condition.values().stream().mapToLong(number).summaryStatistics();
                yield new Bounds(numbers.getMin(), behind(numbers.getMax()));
            }
            case LESS -> new Bounds(Long.MIN_VALUE, number.applyAsLong(condition.value()));
            case LESS_OR_EQUAL -> new Bounds(Long.MIN_VALUE, behind(number.applyAsLong(condition.value())));
            case GREATER -> new Bounds(behind(number.applyAsLong(condition.value())), Long.MAX_VALUE);
            case GREATER_OR_EQUAL -> new Bounds(number.applyAsLong(condition.value()), Long.MAX_VALUE);
            case IS_NULL -> new Bounds(0, 0);
            case NOT_EQUAL, IS_NOT_NULL -> ALL;
        };
    }

    private static long behind(long number) {
        return number == Long.MAX_VALUE ? number : number + 1;
    }

    Bounds and(Bounds other) {
        return new Bounds(Math.max(from, other.from), Math.min(to, other.to));
    }

    boolean contains(long number) {
        return from <= number && number < to;
    }

    boolean isEmpty() {
        return from >= to;
    }
}
