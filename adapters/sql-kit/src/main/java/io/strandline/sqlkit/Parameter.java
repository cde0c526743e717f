package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A parameter of a procedure.
 *
 * @param optional whether a call may leave it out
 * @param defaultValue what an optional one left out is, of the type's Java class; null for NULL
 */
public record Parameter(
        String name,
        SqlType type,
        boolean optional,
        @Nullable Object defaultValue,
        String remarks) {
    public Parameter {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(remarks, "remarks");
    }
}
