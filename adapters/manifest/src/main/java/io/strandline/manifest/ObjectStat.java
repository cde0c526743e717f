package io.strandline.manifest;

import org.jspecify.annotations.Nullable;

/**
 * An object as it was just seen.
 *
 * @param size in bytes
 * @param etag what the store called this observation; null if it calls it nothing
 */
public record ObjectStat(long size, @Nullable String etag) {}
