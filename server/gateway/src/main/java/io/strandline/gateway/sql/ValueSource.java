package io.strandline.gateway.sql;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Where one value of a row that is written comes from. */
sealed interface ValueSource {
    /** A literal, as its column takes it. */
    record Fixed(@Nullable Object value) implements ValueSource {}

    /** A bare {@code ?}. */
    record Bound(int parameter) implements ValueSource {}

    /** {@code ARRAY[...]} of such. */
    record Elements(List<ValueSource> elements) implements ValueSource {}

    /**
     * A column of the query that gives the rows.
     *
     * @param assigned makes of its value, which is not null, the one its column takes
     */
    record Asked(int column, Function<Object, Object> assigned) implements ValueSource {}
}
