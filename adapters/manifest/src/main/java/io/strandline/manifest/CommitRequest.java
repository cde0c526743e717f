package io.strandline.manifest;

import io.strandline.common.Location;
import org.jspecify.annotations.Nullable;

/**
 * A commit that SQL asks for.
 *
 * @param stagingPath of the staged manifest, below the base; its name says the version and the naming scheme
 * @param sizeBytes of the staged manifest, as its writer knows it
 * @param identity of the dataset, as its writer knows it; null for the one that is there, or a new one
 * @param commitId tells this commit from others; null for the UUID of the staged manifest's name
 */
public record CommitRequest(
        Location base,
        String stagingPath,
        long sizeBytes,
        @Nullable String identity,
        @Nullable String commitId,
        boolean dryRun) {}
