package io.strandline.sink.memory;

import io.strandline.sink.JournalEntry;
import io.strandline.sink.RollbackConflict;
import io.strandline.sink.RollbackGroup;
import io.strandline.sink.RollbackOptions;
import io.strandline.sink.RollbackOutcome;
import io.strandline.sink.RunId;
import io.strandline.sink.SinkCallContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Undoes runs of a table in memory. */
final class MemoryUndo implements RollbackGroup {
    private final MemoryTable table;

    MemoryUndo(MemoryTable table) {
        this.table = table;
    }

    /** Notes what a run changes: the first row before, the last one after. */
    static void note(
            MemoryTable.State next,
            SinkCallContext context,
            Object id,
            @Nullable Object @Nullable [] before,
            @Nullable Object @Nullable [] after) {
        Map<Object, MemoryTable.Change> changes = next.kept()
                .computeIfAbsent(
                        context.run(), run -> new MemoryTable.Kept(context.mode(), new LinkedHashMap<>(), null))
                .changes();
        MemoryTable.Change first = changes.get(id);
        changes.put(id, new MemoryTable.Change(first == null ? before : first.before(), after));
    }

    @Override
    public RollbackOutcome rollback(RollbackOptions options, SinkCallContext context) {
        MemoryTable.State next = table.read().copy();
        MemoryTable.Kept kept = next.kept().get(context.run());
        if (kept == null) {
            return new RollbackOutcome(!options.dryRun(), 0, 0, List.of(), 0, "nothing to undo");
        }
        List<RollbackConflict> conflicts = conflicts(next, kept, options);
        boolean blocked = conflicts.stream()
                .anyMatch(conflict -> !options.force() || conflict.kind() != RollbackConflict.Kind.LATER_RUN);
        if (blocked) {
            return new RollbackOutcome(false, 0, 0, conflicts, conflicts.size(), "");
        }
        long deleted = 0;
        long restored = 0;
        if (kept.previous() != null) {
            deleted = next.rows().size();
            restored = kept.previous().size();
            next.rows().clear();
            next.rows().putAll(kept.previous());
        }
        for (Map.Entry<Object, MemoryTable.Change> change : kept.changes().entrySet()) {
            @Nullable Object @Nullable [] before = change.getValue().before();
            if (before == null) {
                deleted += next.rows().remove(change.getKey()) == null ? 0 : 1;
            } else {
                next.rows().put(change.getKey(), before);
                restored++;
            }
        }
        if (!options.dryRun()) {
            next.kept().remove(context.run());
            table.commit(next);
        }
        return new RollbackOutcome(!options.dryRun(), deleted, restored, conflicts, conflicts.size(), "");
    }

    private static List<RollbackConflict> conflicts(
            MemoryTable.State now, MemoryTable.Kept kept, RollbackOptions options) {
        List<RollbackConflict> conflicts = new ArrayList<>();
        for (RunId later : options.laterRuns()) {
            MemoryTable.Kept its = now.kept().get(later);
            if (its != null && (kept.previous() != null || its.previous() != null)) {
                conflicts.add(conflict(RollbackConflict.Kind.LATER_RUN, "*", later));
            } else if (its != null) {
                its.changes().keySet().stream()
                        .filter(kept.changes()::containsKey)
                        .forEach(id ->
                                conflicts.add(conflict(RollbackConflict.Kind.LATER_RUN, String.valueOf(id), later)));
            }
        }
        if (conflicts.isEmpty()) {
            kept.changes().forEach((id, change) -> {
                if (!Arrays.equals(now.rows().get(id), change.after())) {
                    conflicts.add(conflict(RollbackConflict.Kind.CHANGED_SINCE, String.valueOf(id), null));
                }
            });
        }
        return conflicts;
    }

    private static RollbackConflict conflict(RollbackConflict.Kind kind, String object, @Nullable RunId later) {
        return new RollbackConflict(kind, object, later, "");
    }

    @Override
    public void forget(SinkCallContext context) {
        MemoryTable.State next = table.read().copy();
        next.kept().remove(context.run());
        table.commit(next);
    }

    @Override
    public List<JournalEntry> journal(SinkCallContext context) {
        return table.read().kept().entrySet().stream()
                .map(entry -> new JournalEntry(
                        entry.getKey(),
                        entry.getValue().mode(),
                        "rows",
                        "memory",
                        entry.getValue().changes().size()))
                .toList();
    }
}
