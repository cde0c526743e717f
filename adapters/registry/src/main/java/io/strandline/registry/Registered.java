package io.strandline.registry;

import org.jspecify.annotations.Nullable;

/**
 * What came of a change to a registration.
 *
 * @param registration as it is kept, would be kept, or was kept
 * @param done whether it was made
 * @param reason {@code dry_run}, {@code unchanged}, {@code audit_failed}; null for a plain success
 */
public record Registered(
        Registration registration, boolean done, @Nullable String reason) {}
