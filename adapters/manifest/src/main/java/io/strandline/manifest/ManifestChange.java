package io.strandline.manifest;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Location;
import org.jspecify.annotations.Nullable;

/**
 * A change of a dataset's manifests, and what became of it.
 *
 * @param action commit, finish, take_in, point, remove_staged, rename, delete, or leave for what no call mends
 * @param version null for a whole dataset
 * @param path of the object or record it is about, below the base; null for a whole dataset
 * @param done whether it was made
 * @param reason why not, or {@code unchanged}, {@code audit_failed}, {@code left_over}; null for a plain success
 * @param detail the case in words; empty if there is nothing to add
 */
public record ManifestChange(
        Location base,
        String action,
        @Nullable ManifestVersion version,
        @Nullable String path,
        boolean done,
        @Nullable String reason,
        String detail) {
    public ManifestChange {
        requireNonNull(base, "base");
        requireNonNull(action, "action");
        requireNonNull(detail, "detail");
    }
}
