package io.strandline.manifest;

import java.time.Instant;

/**
 * A record as a listing tells it.
 *
 * @param committer user whose commit it was; empty for a manifest that was found
 * @param committedAt when its version was claimed, or the manifest found
 */
public record KnownVersion(ManifestEntry entry, String committer, Instant committedAt) {}
