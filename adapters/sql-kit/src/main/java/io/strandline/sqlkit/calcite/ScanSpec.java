package io.strandline.sqlkit.calcite;

import io.strandline.sqlkit.SortKey;
import io.strandline.sqlkit.VirtualTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What a scan reads: the part of a statement that was pushed into it. Immutable; plans share it between executions.
 *
 * @param columns ordinals of the columns it gives, in order
 * @param conditions all must hold
 * @param sort order it gives rows in; empty for any
 * @param limit most rows it gives, the sum of these; null for all
 */
record ScanSpec(
        VirtualTable<?> table,
        List<Integer> columns,
        List<ScanCondition> conditions,
        List<SortKey> sort,
        @Nullable List<ScanCondition.Operand> limit) {
    ScanSpec {
        columns = List.copyOf(columns);
        conditions = List.copyOf(conditions);
        sort = List.copyOf(sort);
        limit = limit == null ? null : List.copyOf(limit);
    }

    /** Everything. */
    static ScanSpec all(VirtualTable<?> table) {
        List<Integer> columns =
                IntStream.range(0, table.columns().size()).boxed().toList();
        return new ScanSpec(table, columns, List.of(), List.of(), null);
    }

    /** The same with those of its columns, by their place in it. */
    ScanSpec project(List<Integer> places) {
        return new ScanSpec(table, places.stream().map(columns::get).toList(), conditions, sort, limit);
    }

    /** The same with more conditions. */
    ScanSpec filter(List<ScanCondition> more) {
        List<ScanCondition> all = new ArrayList<>(conditions);
        all.addAll(more);
        return new ScanSpec(table, columns, all, sort, limit);
    }

    /** The same in that order. */
    ScanSpec sort(List<SortKey> keys) {
        return new ScanSpec(table, columns, conditions, keys, limit);
    }

    /** The same, but no more rows than the sum of these. */
    ScanSpec limit(List<ScanCondition.Operand> summands) {
        return new ScanSpec(table, columns, conditions, sort, summands);
    }

    boolean isAllColumns() {
        return columns.size() == table.columns().size()
                && IntStream.range(0, columns.size()).allMatch(i -> columns.get(i) == i);
    }

    String columnsText() {
        return columns.stream()
                .map(ordinal -> table.columns().get(ordinal).name())
                .collect(Collectors.joining(", "));
    }

    String conditionsText() {
        return conditions.stream()
                .map(condition -> condition.text(table.columns()))
                .collect(Collectors.joining(" and "));
    }

    String sortText() {
        return sort.stream()
                .map(key -> key.column() + (key.descending() ? " desc" : "") + (key.nullsFirst() ? " nulls first" : ""))
                .collect(Collectors.joining(", "));
    }

    String limitText() {
        return limit == null ? "" : limit.stream().map(Object::toString).collect(Collectors.joining(" + "));
    }
}
