package io.strandline.registry;

import org.jspecify.annotations.Nullable;

/**
 * What came of a change to a source, or to a registration that comes from it.
 *
 * @param registration null in the row of the source itself
 * @param reason why not, or {@code dry_run}, {@code unchanged}, {@code audit_failed}; null for a plain success
 * @param detail the case in words; empty if there is nothing to add
 */
public record SourceChange(
        Source source,
        @Nullable Registration registration,
        boolean done,
        @Nullable String reason,
        String detail) {
    static SourceChange of(Source source, boolean done, @Nullable String reason) {
        return new SourceChange(source, null, done, reason, "");
    }
}
