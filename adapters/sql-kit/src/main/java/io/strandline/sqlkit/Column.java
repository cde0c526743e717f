package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column: where its value comes from in a record of class {@code R}.
 *
 * @param value gives an object of the class that {@link SqlType.Kind} names, or null if the type allows it
 * @param remarks what the column means, one sentence, shown as its comment
 */
public record Column<R>(
        String name, SqlType type, Function<? super R, ? extends @Nullable Object> value, String remarks) {
    public Column {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(value, "value");
        requireNonNull(remarks, "remarks");
    }
}
