package io.strandline.sink.iceberg;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Keys of a run that were written since. Used by one thread. */
final class ConflictingKeys {
    private static final int MOST = 1_000_000;

    private final List<Types.NestedField> fields;
    private final Map<String, @Nullable Object[]> keys = new LinkedHashMap<>();

    ConflictingKeys(List<Types.NestedField> fields) {
        this.fields = List.copyOf(fields);
    }

    /**
     * Adds a key; false if it was there.
     *
     * @param text of the key as JSON
     * @param values as SQL has them
     */
    boolean add(String text, @Nullable Object[] values) {
        if (keys.size() >= MOST) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "more than " + MOST
                            + " keys of the run were written since. Nothing was changed; roll the later runs"
                            + " back first.");
        }
        return keys.putIfAbsent(text, values) == null;
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    boolean contains(String text) {
        return keys.containsKey(text);
    }

    List<Types.NestedField> fields() {
        return fields;
    }

    /** All, each by the values of its columns. */
    List<@Nullable Object[]> values() {
        return List.copyOf(keys.values());
    }
}
