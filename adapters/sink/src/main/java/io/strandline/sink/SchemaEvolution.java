package io.strandline.sink;

import io.strandline.sqlkit.SqlType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Changes that no row is lost by (SNK-9).
 *
 * @param added columns that come, all of which may be NULL
 * @param widened column to its wider type
 * @param relaxed columns that may be NULL from now on
 */
public record SchemaEvolution(List<RowSchema.Column> added, Map<String, SqlType> widened, Set<String> relaxed) {
    public SchemaEvolution {
        added = List.copyOf(added);
        widened = Collections.unmodifiableMap(new LinkedHashMap<>(widened));
        relaxed = Set.copyOf(relaxed);
    }

    /** Whether there is nothing to change. */
    public boolean isEmpty() {
        return added.isEmpty() && widened.isEmpty() && relaxed.isEmpty();
    }
}
