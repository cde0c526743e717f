package io.strandline.sink;

import java.util.Set;

/** Overwrite: rows are staged beside the destination, and replace it in one atomic step (SNK-7). */
public interface StagingGroup {
    /** Makes an empty place for the run's rows; before the first write. */
    void begin(SinkCallContext context);

    /** Replaces the destination's rows by the staged ones, keeping the old ones for a rollback where there is one. */
    void commit(SinkCallContext context);

    /** Removes what the run staged; nothing if there is nothing. May be called by another instance, after a crash. */
    void abort(SinkCallContext context);

    /** Runs that have something staged now; read only. */
    Set<RunId> staged(SinkCallContext context);
}
