package io.strandline.sink;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keys that a run wrote, up to a bound, for its cleanup (SNK-8). */
final class SeenKeys {
    private final List<String> key;
    private final int most;
    private final Map<List<Object>, List<Object>> seen = new HashMap<>();
    private boolean over;

    SeenKeys(List<String> key, int most) {
        this.key = key;
        this.most = most;
    }

    void add(Page page) {
        if (over) {
            return;
        }
        int[] at = key.stream()
                .mapToInt(column -> page.schema().indexOf(column).orElse(-1))
                .toArray();
        for (var row : page.rows()) {
            List<Object> comparable = KeyedPage.keyOf(row, at);
            if (comparable != null) {
                List<Object> values = new ArrayList<>();
                for (int column : at) {
                    values.add(requireNonNull(row[column]));
                }
                seen.putIfAbsent(comparable, values);
            }
        }
        if (seen.size() > most) {
            over = true;
            seen.clear();
        }
    }

    /** All of them; empty if there were too many. */
    Optional<List<List<Object>>> all() {
        return over ? Optional.empty() : Optional.of(List.copyOf(seen.values()));
    }
}
