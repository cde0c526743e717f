package io.strandline.catalog;

import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * What was joined.
 *
 * @param rewritten manifests that were, or would be
 * @param added manifests that hold their files now; null if a dry run cannot tell
 * @param reason {@code dry_run}, {@code unchanged} or {@code audit_failed}; null if there is nothing to add
 */
public record RewrittenManifests(
        TableRef table,
        long rewritten,
        @Nullable Long added,
        boolean done,
        @Nullable String reason) {}
