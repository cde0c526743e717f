package io.strandline.sqlkit;

import static java.util.Objects.requireNonNull;

import java.util.function.UnaryOperator;

/**
 * An option of a session that a module adds: SET gives it a value, RESET takes it away, and statements find it in {@link
 * io.strandline.common.CallContext#option}. An option that was not set has no value.
 *
 * @param name lower case, its parts joined by dots: {@code sink.mode}
 * @param values what its values look like, to follow "give" in an error
 * @param remarks what it is for, in a sentence
 * @param check gives the value as it is kept
 */
public record ModuleOption(String name, String values, String remarks, UnaryOperator<String> check) {
    public ModuleOption {
        requireNonNull(name, "name");
        requireNonNull(values, "values");
        requireNonNull(remarks, "remarks");
        requireNonNull(check, "check");
    }
}
