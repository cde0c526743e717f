package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import java.sql.SQLException;

/** {@link java.sql.Wrapper} for objects that wrap nothing but themselves. Stateless. */
final class Wrappers {
    private Wrappers() {}

    static <T> T unwrap(Object object, Class<T> type) throws SQLException {
        if (type.isInstance(object)) {
            return type.cast(object);
        }
        throw SqlErrors.of(
                SqlState.BAD_ARGUMENT, object.getClass().getSimpleName() + " is no wrapper for " + type.getName());
    }
}
