package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which rows to delete: those in a part of the destination, whose key was not seen (SNK-8).
 *
 * @param scope column to value, none NULL; at least one
 * @param key columns of the key; at least one
 * @param seen keys that stay, each with a value for each column of the key
 */
public record CleanupRequest(Map<String, Object> scope, List<String> key, List<List<Object>> seen) {
    /**
     * As said.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED} without a scope, a value or a key
     */
    public CleanupRequest {
        scope = Collections.unmodifiableMap(new LinkedHashMap<>(scope));
        key = List.copyOf(key);
        seen = List.copyOf(seen);
        requireNonNull(scope, "scope");
        if (scope.isEmpty() || scope.containsValue(null)) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "cleanup needs a scope whose columns all have values: without it, all rows would be deleted. Name"
                            + " the part of the table that the run covers.");
        }
        if (key.isEmpty()) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    "cleanup needs a key to tell which rows the run wrote. Give the sink a key, or run in mode upsert"
                            + " with one.");
        }
    }
}
