package io.strandline.catalog.sql;

import io.strandline.catalog.SnapshotState;
import io.strandline.catalog.TableState;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot in the context of its table.
 *
 * @param snapshot null in a row that stands for a table that cannot be read
 * @param lastOfItsTime whether a rollback by time can end at it
 */
record SnapshotRow(TableRow table, @Nullable SnapshotState snapshot, boolean lastOfItsTime)
        implements CommonColumns.OfTable {
    private static final Comparator<SnapshotState> BY_COMMIT = Comparator.comparingLong(SnapshotState::sequenceNumber)
            .thenComparing(SnapshotState::committedAt)
            .thenComparingLong(SnapshotState::id);

    /** The snapshots of a table in order of commit; one row with the failure if it cannot be read. */
    static Stream<SnapshotRow> of(TableRow table) {
        TableState state = table.state();
        if (state == null) {
            return Stream.of(new SnapshotRow(table, null, false));
        }
        Map<Instant, Long> lastAt = new HashMap<>();
        // in the order of the metadata, which is that of the commits, also where format version 1 numbers none
        state.snapshots().stream()
                .filter(SnapshotState::ancestor)
                .forEach(snapshot -> lastAt.put(snapshot.committedAt(), snapshot.id()));
        return state.snapshots().stream()
                .sorted(BY_COMMIT)
                .map(snapshot ->
                        new SnapshotRow(table, snapshot, isLast(snapshot, lastAt.get(snapshot.committedAt()))));
    }

    private static boolean isLast(SnapshotState snapshot, @Nullable Long lastId) {
        return snapshot.ancestor() && lastId != null && lastId == snapshot.id();
    }

    /** A number of the summary; null if it is not there or no number. */
    static @Nullable Long count(SnapshotState snapshot, String key) {
        String text = snapshot.summary().get(key);
        try {
            return text == null ? null : Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Nullable
    Boolean isCurrent() {
        TableState state = table.state();
        if (snapshot == null || state == null) {
            return null;
        }
        Long current = state.currentSnapshotId();
        return current != null && current == snapshot.id();
    }

    /**
     * The time at which a rollback by time ends at this snapshot. Such a rollback takes, of the current snapshot's
     * ancestors, the newest that was committed strictly before the time, and of several in one millisecond the last; those
     * before it in that millisecond have none.
     */
    @Nullable
    Instant rollbackTime() {
        return snapshot == null || !lastOfItsTime
                ? null
                : snapshot.committedAt().plusMillis(1);
    }
}
