package io.strandline.catalog.sql;

import io.strandline.catalog.TestCall;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a virtual table as the scan does: what the table does not filter is filtered here. */
final class Rows {
    private Rows() {}

    static VirtualTable<?> table(SqlModule module, String name) {
        return module.tables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    static List<Map<String, Object>> of(SqlModule module, String name, TestCall call, Condition... conditions) {
        VirtualTable<?> table = table(module, name);
        Set<String> columns = table.columns().stream().map(Column::name).collect(Collectors.toSet());
        return read(table, new Wanted(columns, List.of(conditions), List.of(), OptionalLong.empty()), call);
    }

    static List<Map<String, Object>> of(
            SqlModule module, String name, TestCall call, Set<String> columns, Condition... conditions) {
        return read(
                table(module, name), new Wanted(columns, List.of(conditions), List.of(), OptionalLong.empty()), call);
    }

    static Condition equal(String column, Object value) {
        return new Condition(column, Condition.Operator.EQUAL, List.of(value));
    }

    static <R> List<Map<String, Object>> read(VirtualTable<R> table, Wanted wanted, TestCall call) {
        try (Stream<R> rows = table.rows().read(wanted, call)) {
            return rows.map(row -> values(table, row, wanted.columns()))
                    .filter(row -> wanted.conditions().stream()
                            .allMatch(condition -> row.get(condition.column()) != null
                                    && condition.values().contains(row.get(condition.column()))))
                    .toList();
        }
    }

    private static <R> Map<String, Object> values(VirtualTable<R> table, R row, Set<String> columns) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Column<R> column : table.columns()) {
            if (columns.contains(column.name())) {
                Object value = column.value().apply(row);
                if (value == null && !column.type().nullable()) {
                    throw new AssertionError(table.name() + "." + column.name() + " is NULL and says it cannot be");
                }
                values.put(column.name(), value);
            }
        }
        return values;
    }
}
