package io.strandline.catalog;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A partition of a snapshot, summed up over its files.
 *
 * @param ofSnapshot the snapshot that was looked at
 * @param partition as {@link FileState#partition}
 * @param updatedBy the snapshot that last added a file to it
 * @param updatedAt when a file was last added to it; null if that snapshot has expired
 */
public record PartitionState(
        long ofSnapshot,
        int specId,
        String partition,
        long records,
        long files,
        long bytes,
        long positionDeletes,
        long positionDeleteFiles,
        long equalityDeletes,
        long equalityDeleteFiles,
        @Nullable Instant updatedAt,
        @Nullable Long updatedBy) {}
