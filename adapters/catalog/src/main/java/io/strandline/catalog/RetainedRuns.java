package io.strandline.catalog;

import io.strandline.catalog.TableHistory.Ref;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What runs that can still be rolled back need of a table's history (CAT-16): a tag named after the run keeps what was before it, and
 * its own snapshots tell which files are its.
 *
 * @param snapshots id of a snapshot to the run that made it
 */
record RetainedRuns(Map<Long, String> snapshots) {
    /** Key of a snapshot's summary that names its run. */
    static final String RUN_ID = "strandline.run-id";

    private static final String TAG = "strandline_run_";

    /**
     * The runs of a table.
     *
     * @param gone refs that expire themselves
     */
    static RetainedRuns of(TableState table, Set<String> gone) {
        Set<String> tags = table.history().refs().stream()
                .map(Ref::name)
                .filter(name -> name.startsWith(TAG) && !gone.contains(name))
                .collect(Collectors.toSet());
        Map<Long, String> snapshots = new HashMap<>();
        for (SnapshotState snapshot : table.snapshots()) {
            String run = snapshot.summary().get(RUN_ID);
            if (run != null && tags.contains(TAG + run)) {
                snapshots.put(snapshot.id(), run);
            }
        }
        return new RetainedRuns(Map.copyOf(snapshots));
    }
}
