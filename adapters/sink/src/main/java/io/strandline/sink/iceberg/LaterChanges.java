package io.strandline.sink.iceberg;

import io.strandline.sink.RollbackConflict.Kind;
import org.apache.iceberg.Snapshot;

/** What was committed since a run and has not been undone itself. */
final class LaterChanges {
    private LaterChanges() {}

    static void find(RunTrace trace, FoundConflicts found) {
        for (Snapshot snapshot : trace.standing()) {
            found.add(
                    Kind.CHANGED_SINCE,
                    "snapshot " + snapshot.snapshotId(),
                    snapshot,
                    "it was committed upon the rows that the run put in place");
        }
    }
}
