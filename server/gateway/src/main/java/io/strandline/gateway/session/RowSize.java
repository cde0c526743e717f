package io.strandline.gateway.session;

import java.util.Collection;
import java.util.Map;
import org.apache.calcite.avatica.util.ByteString;
import org.jspecify.annotations.Nullable;

/** About how many bytes a row takes on the wire; for bounds, not for accounts. */
final class RowSize {
    private RowSize() {}

    static long of(@Nullable Object[] row) {
        long size = 2;
        for (@Nullable Object value : row) {
            size += sizeOf(value);
        }
        return size;
    }

    private static long sizeOf(@Nullable Object value) {
        if (value == null) {
            return 2;
        }
        if (value instanceof String text) {
            return 3L + text.length();
        }
        if (value instanceof byte[] binary) {
            return 3L + binary.length;
        }
        if (value instanceof ByteString binary) {
            return 3L + binary.length();
        }
        if (value instanceof Object[] values) {
            return of(values);
        }
        if (value instanceof Collection<?> values) {
            return of(values.toArray());
        }
        if (value instanceof Map<?, ?> map) {
            return of(map.keySet().toArray()) + of(map.values().toArray());
        }
        return 9;
    }
}
