package io.strandline.sink.database;

import io.strandline.sink.WriteMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a table holds after runs and rollbacks, by the words of SNK-10 and SNK-11: each key by itself. */
final class RollbackModel {
    private final Map<Long, String> rows = new TreeMap<>();
    private final List<Written> runs = new ArrayList<>();

    /** What a run did to each key. */
    @SuppressWarnings("ArrayRecordComponent") // one flag that changes
    private record Written(Map<Long, @Nullable String> before, Map<Long, @Nullable String> after, boolean[] undone) {}

    /** What a rollback is to do. */
    record Expected(boolean applied, int conflicts) {}

    Map<Long, String> rows() {
        return Map.copyOf(rows);
    }

    int runs() {
        return runs.size();
    }

    boolean isUndone(int run) {
        return runs.get(run).undone()[0];
    }

    void run(WriteMode mode, Map<Long, String> page) {
        Map<Long, String> next = new TreeMap<>(mode == WriteMode.OVERWRITE ? Map.of() : rows);
        Set<Long> touched = new HashSet<>(mode == WriteMode.OVERWRITE ? rows.keySet() : Set.of());
        page.forEach((id, name) -> {
            if (mode != WriteMode.DELETE || rows.containsKey(id)) {
                touched.add(id);
            }
            if (mode == WriteMode.DELETE) {
                next.remove(id);
            } else {
                next.put(id, name);
            }
        });
        Map<Long, @Nullable String> before = new HashMap<>();
        Map<Long, @Nullable String> after = new HashMap<>();
        for (Long id : touched) {
            before.put(id, rows.get(id));
            after.put(id, next.get(id));
        }
        runs.add(new Written(before, after, new boolean[1]));
        rows.clear();
        rows.putAll(next);
    }

    Expected rollback(int index, boolean force) {
        Written run = runs.get(index);
        int conflicts = 0;
        boolean blocked = false;
        for (Long id : run.before().keySet()) {
            boolean later = runs.subList(index + 1, runs.size()).stream()
                    .anyMatch(other -> !other.undone()[0] && other.before().containsKey(id));
            boolean changed = !Objects.equals(rows.get(id), run.after().get(id))
                    && !Objects.equals(rows.get(id), run.before().get(id));
            conflicts += later || changed ? 1 : 0;
            blocked |= later ? !force : changed;
        }
        if (blocked) {
            return new Expected(false, conflicts);
        }
        run.before().forEach((id, name) -> {
            if (name == null) {
                rows.remove(id);
            } else {
                rows.put(id, name);
            }
        });
        run.undone()[0] = true;
        return new Expected(true, conflicts);
    }
}
