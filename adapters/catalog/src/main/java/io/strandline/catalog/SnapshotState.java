package io.strandline.catalog;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a table.
 *
 * @param parentId null for a first one
 * @param operation append, overwrite, replace, delete; null if the format kept none
 * @param ancestor whether the current snapshot descends from it, or it is the current one
 * @param summary counts and whatever the writer added
 */
public record SnapshotState(
        long id,
        @Nullable Long parentId,
        long sequenceNumber,
        Instant committedAt,
        @Nullable String operation,
        @Nullable String manifestList,
        @Nullable Integer schemaId,
        boolean ancestor,
        Map<String, String> summary) {
    public SnapshotState {
        summary = Map.copyOf(summary);
    }
}
