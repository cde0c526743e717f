package io.strandline.catalog;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which snapshots shall expire.
 *
 * @param olderThan those committed before; null for as the table says
 * @param retainLast so many of each branch stay; null for as the table says
 * @param snapshotIds these in any case
 * @param allowBelowFloor whether younger ones than {@link AgeFloor} may
 * @param force whether what runs need for their rollback expires as everything else does
 */
public record ExpireOptions(
        @Nullable Instant olderThan,
        @Nullable Integer retainLast,
        Set<Long> snapshotIds,
        boolean allowBelowFloor,
        boolean force) {
    public ExpireOptions {
        snapshotIds = Set.copyOf(snapshotIds);
        if (retainLast != null && retainLast < 1) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "retain_last is " + retainLast + "; at least 1 snapshot of a branch stays.");
        }
    }
}
