package io.strandline.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which snapshots of a table descend from which (CAT-16). Immutable. */
final class Lineage {
    private final Map<Long, SnapshotState> byId = new HashMap<>();

    Lineage(TableState table) {
        table.snapshots().forEach(snapshot -> byId.put(snapshot.id(), snapshot));
    }

    /** How a snapshot stands to a head. */
    enum Relation {
        /** The head is it, or descends from it. */
        ANCESTOR,
        /** The head does not descend from it. */
        NOT_ANCESTOR,
        /** A snapshot on the way is gone, so nobody can tell. */
        BROKEN
    }

    boolean has(long id) {
        return byId.containsKey(id);
    }

    @Nullable
    SnapshotState find(long id) {
        return byId.get(id);
    }

    /** The snapshot and those it descends from, newest first, as far as they are there; a circle ends where it closes. */
    List<SnapshotState> of(long head) {
        List<SnapshotState> line = new ArrayList<>();
        Set<Long> seen = new HashSet<>();
        Long next = head;
        while (next != null && seen.add(next)) {
            SnapshotState snapshot = byId.get(next);
            if (snapshot == null) {
                break;
            }
            line.add(snapshot);
            next = snapshot.parentId();
        }
        return line;
    }

    /**
     * Whether a head descends from a snapshot. Where the head's line is cut before it meets the snapshot, the snapshot's own
     * line may still tell: what descends from one of the head's ancestors is none of them.
     */
    Relation relation(long snapshot, long head) {
        List<SnapshotState> line = of(head);
        Set<Long> ids = new HashSet<>();
        line.forEach(ancestor -> ids.add(ancestor.id()));
        if (ids.contains(snapshot)) {
            return Relation.ANCESTOR;
        }
        boolean whole = !line.isEmpty() && line.get(line.size() - 1).parentId() == null;
        boolean branchedOff = of(snapshot).stream().anyMatch(ancestor -> ids.contains(ancestor.id()));
        return whole || branchedOff ? Relation.NOT_ANCESTOR : Relation.BROKEN;
    }

    /** The id at which the line of a head is cut; null if it is whole. */
    @Nullable
    Long cutAt(long head) {
        List<SnapshotState> line = of(head);
        return line.isEmpty() ? Long.valueOf(head) : line.get(line.size() - 1).parentId();
    }
}
