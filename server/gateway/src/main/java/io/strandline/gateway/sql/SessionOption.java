package io.strandline.gateway.sql;

import org.jspecify.annotations.Nullable;

/** Where SET and RESET go: the session applies them, or refuses a name or value with an error. */
@FunctionalInterface
public interface SessionOption {
    /**
     * Sets an option of the session.
     *
     * @param name lower case, words joined by underscores
     * @param value null to go back to the default
     */
    void set(String name, @Nullable String value);
}
