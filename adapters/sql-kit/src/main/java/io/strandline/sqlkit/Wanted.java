package io.strandline.sqlkit;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What a statement wants of a table at this execution, with parameter values in place.
 *
 * <p>Conditions are a help, not a duty: the scan checks them again on each row it is given, so that a table may use those
 * that save work and pass over the rest. The same holds for the limit, which is given only
 * without conditions, or to a table that sorts and so uses all of them. Sort keys are only ever given to a table that
 * declared that it sorts, and there are a duty.
 *
 * @param columns names of the columns that will be looked at; others need not be computed or loaded
 * @param conditions all of them must hold
 * @param limit more rows than this are not read
 * @param exact names of those columns whose values leave with every digit, so that nothing is to be said of digits left out
 */
public record Wanted(
        Set<String> columns, List<Condition> conditions, List<SortKey> sort, OptionalLong limit, Set<String> exact) {
    public Wanted {
        columns = Set.copyOf(columns);
        conditions = List.copyOf(conditions);
        sort = List.copyOf(sort);
        exact = Set.copyOf(exact);
    }

    /** The same without a column whose digits all leave. */
    public Wanted(Set<String> columns, List<Condition> conditions, List<SortKey> sort, OptionalLong limit) {
        this(columns, conditions, sort, limit, Set.of());
    }

    /** All rows with those columns. */
    public static Wanted all(Set<String> columns) {
        return new Wanted(columns, List.of(), List.of(), OptionalLong.empty());
    }

    /** Whether the column will be looked at. */
    public boolean wants(String column) {
        return columns.contains(column);
    }

    /** The value the column must equal, if there is exactly one such. */
    public Optional<Object> equalTo(String column) {
        return among(column)
                .filter(values -> values.size() == 1)
                .map(values -> values.iterator().next());
    }

    /** The text the column must equal, if there is exactly one such. */
    public Optional<String> textEqualTo(String column) {
        return equalTo(column).map(String.class::cast);
    }

    /** The values one of which the column must equal; empty if any may do. */
    public Optional<Set<Object>> among(String column) {
        return conditions.stream()
                .filter(c -> c.column().equals(column))
                .filter(c -> c.operator() == Condition.Operator.EQUAL || c.operator() == Condition.Operator.IN)
                .map(c -> Set.copyOf(c.values()))
                .reduce(Wanted::intersection);
    }

    private static Set<Object> intersection(Set<Object> a, Set<Object> b) {
        return a.stream().filter(b::contains).collect(java.util.stream.Collectors.toUnmodifiableSet());
    }
}
