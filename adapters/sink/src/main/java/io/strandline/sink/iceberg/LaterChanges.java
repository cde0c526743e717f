package io.strandline.sink.iceberg;

import io.strandline.sink.RollbackConflict.Kind;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;

/** What was committed since a run and has not been undone itself. */
final class LaterChanges {
    private LaterChanges() {}

    static void find(RunTrace trace, FoundConflicts found) {
        Set<String> undone = trace.later().stream()
                .map(snapshot -> snapshot.summary().get(Marks.UNDONE))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        for (Snapshot snapshot : trace.later()) {
            boolean changes = !snapshot.operation().equals(DataOperations.REPLACE)
                    && !snapshot.summary().containsKey(Marks.UNDONE)
                    && !undone.contains(snapshot.summary().get(Marks.RUN));
            if (changes) {
                found.add(
                        Kind.CHANGED_SINCE,
                        "snapshot " + snapshot.snapshotId(),
                        snapshot,
                        "it was committed upon the rows that the run put in place");
            }
        }
    }
}
