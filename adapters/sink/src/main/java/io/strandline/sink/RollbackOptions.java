package io.strandline.sink;

import java.util.List;

/**
 * How a run is to be undone.
 *
 * @param force whether rows are undone although a later run wrote them; overrides nothing else (SNK-11)
 * @param dryRun whether to count only
 * @param laterRuns runs of the same sink that ended after it and are not rolled back, oldest first
 */
public record RollbackOptions(boolean force, boolean dryRun, List<RunId> laterRuns) {
    public RollbackOptions {
        laterRuns = List.copyOf(laterRuns);
    }
}
