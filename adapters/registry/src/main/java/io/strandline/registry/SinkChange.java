package io.strandline.registry;

import org.jspecify.annotations.Nullable;

/**
 * A sink and what became of it.
 *
 * @param reason why not, or {@code dry_run}, {@code unchanged}, {@code audit_failed}; null for a plain success
 */
public record SinkChange(Sink sink, boolean done, @Nullable String reason) {}
