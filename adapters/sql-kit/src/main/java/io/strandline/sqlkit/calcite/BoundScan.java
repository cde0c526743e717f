package io.strandline.sqlkit.calcite;

import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.DataContext;
import org.jspecify.annotations.Nullable;

/**
 * A scan with this execution's parameters in place.
 *
 * @param tests what each row must pass
 * @param empty whether no row can pass, a parameter being NULL
 * @param limit most rows it gives
 */
record BoundScan<R>(List<Test<R>> tests, Wanted wanted, boolean empty, long limit) {

    /** A condition on a row, in Calcite's representation. */
    record Test<R>(ColumnReader<R> column, Condition.Operator operator, List<Object> values) {
        boolean passes(R row) {
            Object value = column.read(row);
            if (value == null) {
                return operator == Condition.Operator.IS_NULL;
            }
            return switch (operator) {
                case EQUAL -> compare(value, values.get(0)) == 0;
                case NOT_EQUAL -> compare(value, values.get(0)) != 0;
                case LESS -> compare(value, values.get(0)) < 0;
                case LESS_OR_EQUAL -> compare(value, values.get(0)) <= 0;
                case GREATER -> compare(value, values.get(0)) > 0;
                case GREATER_OR_EQUAL -> compare(value, values.get(0)) >= 0;
                case IN -> isAmong(value);
                case IS_NULL -> false;
                case IS_NOT_NULL -> true;
            };
        }

        private boolean isAmong(Object value) {
            for (Object candidate : values) {
                if (compare(value, candidate) == 0) {
                    return true;
                }
            }
            return false;
        }

        /** By the order both have by nature: the planner pushes only types whose order that is. */
        @SuppressWarnings("unchecked")
        private static int compare(Object a, Object b) {
            return ((Comparable<Object>) a).compareTo(b);
        }
    }

    static <R> BoundScan<R> of(ScanPlan.Source<R> source, DataContext execution, ScanHost host) {
        VirtualTable<R> table = source.table();
        List<Test<R>> tests = new ArrayList<>();
        List<Condition> conditions = new ArrayList<>();
        Set<String> wanted = new HashSet<>(source.wanted());
        boolean empty = false;
        for (ScanCondition condition : source.spec().conditions()) {
            Column<R> column = table.columns().get(condition.column());
            List<Object> values = values(condition, execution);
            if (values.isEmpty() && !condition.operands().isEmpty()) {
                empty = true;
            } else {
                tests.add(new Test<>(ColumnReader.of(table.name(), column), condition.operator(), values));
                Function<Object, Object> toJava = Representation.fromInternal(column.type());
                conditions.add(new Condition(
                        column.name(),
                        condition.operator(),
                        values.stream().map(toJava).toList()));
            }
        }
        Optional<Granted> granted = Granted.of(table, host.call().caller());
        if (granted.isPresent()) {
            Granted only = granted.orElseThrow();
            Column<R> column = table.columns().get(only.column());
            empty |= only.values().isEmpty();
            wanted.add(column.name());
            tests.add(new Test<>(ColumnReader.of(table.name(), column), Condition.Operator.IN, only.values()));
            conditions.add(new Condition(column.name(), Condition.Operator.IN, only.values()));
        }
        long limit = limit(source.spec().limit(), execution);
        // A table that passes over a condition must not cut the rows before the scan checked it.
        boolean tableMayCut = limit != Long.MAX_VALUE && (conditions.isEmpty() || table.sorts());
        Wanted told = new Wanted(
                wanted,
                conditions,
                source.spec().sort(),
                tableMayCut ? OptionalLong.of(limit) : OptionalLong.empty(),
                host.exact());
        return new BoundScan<>(tests, told, empty, limit);
    }

    private static List<Object> values(ScanCondition condition, DataContext execution) {
        List<Object> values = new ArrayList<>();
        for (ScanCondition.Operand operand : condition.operands()) {
            Object value = value(operand, execution);
            if (value != null) {
                values.add(value);
            }
        }
        return values;
    }

    private static @Nullable Object value(ScanCondition.Operand operand, DataContext execution) {
        if (operand instanceof ScanCondition.Parameter parameter) {
            return execution.get(parameter.key());
        }
        return ((ScanCondition.Constant) operand).value();
    }

    private static long limit(@Nullable List<ScanCondition.Operand> summands, DataContext execution) {
        if (summands == null) {
            return Long.MAX_VALUE;
        }
        long sum = 0;
        for (ScanCondition.Operand summand : summands) {
            if (!(value(summand, execution) instanceof Number number) || number.longValue() < 0) {
                return Long.MAX_VALUE;
            }
            sum += number.longValue();
        }
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
