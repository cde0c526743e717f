package io.strandline.sqlkit.calcite;

import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A condition that a scan was given by the planner: a bare column against constants and parameters.
 *
 * @param column ordinal in the table
 */
record ScanCondition(int column, Condition.Operator operator, List<Operand> operands) {
    ScanCondition {
        operands = List.copyOf(operands);
    }

    /** A value known when the statement is planned, or found in the DataContext when it runs. */
    sealed interface Operand {}

    /** A constant in Calcite's representation, never null. */
    record Constant(Object value, String text) implements Operand {
        @Override
        public String toString() {
            return text;
        }
    }

    /** A dynamic parameter; NULL makes the condition unknown. */
    record Parameter(int index) implements Operand {
        /** Its name in the DataContext. */
        String key() {
            return "?" + index;
        }

        @Override
        public String toString() {
            return key();
        }
    }

    /** Short and stable, for plans: {@code kind = 'ORPHAN'}, {@code name in (?0, ?1)}. */
    String text(List<? extends Column<?>> columns) {
        String name = columns.get(column).name();
        Function<String, String> compare = sign -> name + " " + sign + " " + operands.get(0);
        return switch (operator) {
            case EQUAL -> compare.apply("=");
            case NOT_EQUAL -> compare.apply("<>");
            case LESS -> compare.apply("<");
            case LESS_OR_EQUAL -> compare.apply("<=");
            case GREATER -> compare.apply(">");
            case GREATER_OR_EQUAL -> compare.apply(">=");
            case IN ->
                name + " in " + operands.stream().map(Object::toString).collect(Collectors.joining(", ", "(", ")"));
            case IS_NULL -> name + " is null";
            case IS_NOT_NULL -> name + " is not null";
        };
    }
}
