package io.strandline.catalog;

import org.jspecify.annotations.Nullable;

/**
 * A file that lists data or delete files of a snapshot. Counts are null where the format version keeps none.
 *
 * @param ofSnapshot the snapshot that was looked at
 * @param content {@code data} or {@code deletes}
 * @param specId partition spec of the files in it
 * @param addedBy the snapshot that added it
 */
public record ManifestState(
        long ofSnapshot,
        String location,
        long bytes,
        String content,
        int specId,
        @Nullable Long addedBy,
        long sequenceNumber,
        long minSequenceNumber,
        @Nullable Integer addedFiles,
        @Nullable Integer existingFiles,
        @Nullable Integer deletedFiles,
        @Nullable Long addedRecords,
        @Nullable Long existingRecords,
        @Nullable Long deletedRecords) {}
