package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlState;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/** Chains of warnings. Stateless. */
final class Warnings {
    private Warnings() {}

    /** The chain with one more at its end. */
    static SQLWarning append(@Nullable SQLWarning chain, String message) {
        SQLWarning warning = new SQLWarning(message, SqlState.WARNING);
        if (chain == null) {
            return warning;
        }
        chain.setNextWarning(warning);
        return chain;
    }
}
