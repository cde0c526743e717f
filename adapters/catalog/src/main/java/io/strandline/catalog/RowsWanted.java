package io.strandline.catalog;

import java.util.List;
import java.util.OptionalLong;

/**
 * Which rows of a table a statement wants, and what of them.
 *
 * @param columns ordinals of the columns that a row shall have, in that order; at least one
 * @param conditions all of which hold for the wanted rows; a help that may be passed over
 * @param limit more rows than this are not read
 */
public record RowsWanted(List<Integer> columns, List<Comparison> conditions, OptionalLong limit) {
    public RowsWanted {
        columns = List.copyOf(columns);
        conditions = List.copyOf(conditions);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("no columns");
        }
    }

    /**
     * A comparison of a column with values of the class {@link TableRows} gives the column's values in, never NULL. Times are
     * compared as they are when digits finer than milliseconds are left out.
     *
     * @param column its ordinal
     * @param values one; for IN one or more; for the NULL tests none
     */
    public record Comparison(int column, Operator operator, List<Object> values) {
        public Comparison {
            values = List.copyOf(values);
        }
    }

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
}
