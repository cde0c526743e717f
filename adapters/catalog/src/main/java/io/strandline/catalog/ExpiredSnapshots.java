package io.strandline.catalog;

import io.strandline.common.TableRef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What expired.
 *
 * @param files deleted or to be deleted
 * @param finalRuns runs that cannot be rolled back any more
 * @param retainedRuns runs that can, for which snapshots stay that are old
 * @param reason {@code dry_run}, {@code unchanged}, {@code files_left} or {@code audit_failed}; null if there is nothing to
 *     add
 */
public record ExpiredSnapshots(
        TableRef table,
        long snapshots,
        long refs,
        FileTally files,
        List<String> finalRuns,
        List<String> retainedRuns,
        boolean done,
        @Nullable String reason) {
    /** What becomes of a plan. */
    static ExpiredSnapshots of(
            TableRef table, ExpirePlan plan, FileTally files, boolean done, @Nullable String reason) {
        return new ExpiredSnapshots(
                table,
                plan.expired().size(),
                plan.refs().size(),
                files,
                plan.finalRuns(),
                plan.retainedRuns(),
                done,
                reason);
    }
}
