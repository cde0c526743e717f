package io.strandline.store.database;

import io.strandline.sqlkit.Condition.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;

/**
 * Conditions as the database is asked for them: a whitelist of what it judges as SQL does.
 *
 * @param condition what is asked
 * @param complete whether that is all that was wanted
 */
record PushedConditions(Condition condition, boolean complete) {
    private static final Set<Class<?>> CLASSES =
            Set.of(String.class, Long.class, Integer.class, Boolean.class, Instant.class, BigDecimal.class);
    private static final Set<Operator> ORDERED =
            Set.of(Operator.LESS, Operator.LESS_OR_EQUAL, Operator.GREATER, Operator.GREATER_OR_EQUAL);
    private static final int MOST_VALUES = 1_000;
    private static final BigDecimal END = new BigDecimal(BigInteger.ONE.shiftLeft(Long.SIZE));

    /** Those of the wanted conditions that can be asked of these fields. */
    static PushedConditions of(
            List<io.strandline.sqlkit.Condition> wanted, Map<String, Field<?>> columns, Dialect dialect) {
        List<Condition> pushed = new ArrayList<>();
        for (io.strandline.sqlkit.Condition condition : wanted) {
            Field<?> field = columns.get(condition.column());
            if (field != null && means(field, condition)) {
                pushed.add(render(field, condition, dialect));
            }
        }
        return new PushedConditions(DSL.and(pushed), pushed.size() == wanted.size());
    }

    /** The field as it is ordered in SQL: PostgreSQL's text by code point, not by the server's language. */
    static Field<?> byCodePoint(Field<?> field, Dialect dialect) {
        return dialect == Dialect.POSTGRESQL && field.getType() == String.class ? field.collate(DSL.name("C")) : field;
    }

    private static boolean means(Field<?> field, io.strandline.sqlkit.Condition condition) {
        Class<?> type = field.getType();
        if (!CLASSES.contains(type) || condition.values().size() > MOST_VALUES) {
            return false;
        }
        boolean ordered = ORDERED.contains(condition.operator());
        if (ordered && type == Boolean.class) {
            return false;
        }
        return condition.values().stream().allMatch(value -> type.isInstance(value) && same(value, ordered));
    }

    /** Whether the database sees the value as SQL does. */
    private static boolean same(Object value, boolean ordered) {
        if (value instanceof Instant time) {
            // finer than what is kept
            return time.equals(time.truncatedTo(ChronoUnit.MILLIS));
        }
        if (value instanceof BigDecimal number) {
            // what is kept is unsigned and whole, and has at most 64 bits
            return number.signum() >= 0
                    && number.compareTo(END) < 0
                    && number.stripTrailingZeros().scale() <= 0;
        }
        if (value instanceof String text) {
            // Java orders by UTF-16 unit, databases by code point: the same below the surrogates; PostgreSQL has no
            // U+0000
            return text.chars().allMatch(unit -> unit != 0 && (!ordered || unit < Character.MIN_SURROGATE));
        }
        return true;
    }

    private static Condition render(Field<?> field, io.strandline.sqlkit.Condition condition, Dialect dialect) {
        return condition(cast(field), cast(byCodePoint(field, dialect)), condition);
    }

    private static Condition condition(
            Field<Object> field, Field<Object> ordered, io.strandline.sqlkit.Condition condition) {
        Optional<Object> value = condition.values().stream().findFirst();
        return switch (condition.operator()) {
            case EQUAL -> field.eq(bound(field, value.orElseThrow()));
            case NOT_EQUAL -> field.ne(bound(field, value.orElseThrow()));
            case LESS -> ordered.lt(bound(field, value.orElseThrow()));
            case LESS_OR_EQUAL -> ordered.le(bound(field, value.orElseThrow()));
            case GREATER -> ordered.gt(bound(field, value.orElseThrow()));
            case GREATER_OR_EQUAL -> ordered.ge(bound(field, value.orElseThrow()));
            case IN ->
                field.in(condition.values().stream()
                        .map(each -> bound(field, each))
                        .toList());
            case IS_NULL -> field.isNull();
            case IS_NOT_NULL -> field.isNotNull();
        };
    }

    private static Field<Object> bound(Field<Object> field, Object value) {
        return DSL.val(value, field.getDataType());
    }

    /** Values were checked to be of the field's class. */
    @SuppressWarnings("unchecked")
    private static Field<Object> cast(Field<?> field) {
        return (Field<Object>) field;
    }
}
