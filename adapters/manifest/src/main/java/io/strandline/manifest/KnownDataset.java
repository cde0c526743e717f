package io.strandline.manifest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A dataset as a listing tells it.
 *
 * @param latest its highest version that is not detached; null if it has none
 * @param versions how many records it has
 */
public record KnownDataset(Dataset dataset, @Nullable ManifestVersion latest, long versions, Instant openedAt) {}
