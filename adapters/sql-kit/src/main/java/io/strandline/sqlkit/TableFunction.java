package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.function.Function;

/**
 * A function that gives a table, as in {@code SELECT … FROM TABLE(log.follow(from_offset => 0))}. A descriptor: immutable. Its
 * arguments are literals, since they say what is planned.
 *
 * @param name lower case
 * @param remarks what it gives, in a sentence
 * @param columns what it gives, in order
 * @param table of those arguments; its name is the function's
 */
public record TableFunction(
        String name,
        String remarks,
        List<Parameter> parameters,
        Columns<?> columns,
        Function<Arguments, VirtualTable<?>> table) {
    public TableFunction {
        requireNonNull(name, "name");
        requireNonNull(remarks, "remarks");
        requireNonNull(table, "table");
        parameters = List.copyOf(parameters);
    }
}
