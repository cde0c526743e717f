package io.strandline.sqlkit;

import java.util.List;

/**
 * A comparison of one bare column with values of the column's Java class; never with NULL.
 *
 * @param values one, or for {@link Operator#IN} one or more, or none for the NULL tests
 */
public record Condition(String column, Operator operator, List<Object> values) {
    /** What is compared, with SQL's meaning. */
    public enum Operator {
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        IN,
        IS_NULL,
        IS_NOT_NULL
    }

    public Condition {
        values = List.copyOf(values);
    }

    /** The one value of a comparison that has one. */
    public Object value() {
        return values.get(0);
    }
}
