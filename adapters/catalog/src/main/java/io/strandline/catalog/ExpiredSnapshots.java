package io.strandline.catalog;

import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * What expired.
 *
 * @param files deleted or to be deleted
 * @param reason {@code dry_run}, {@code unchanged}, {@code files_left} or {@code audit_failed}; null if there is nothing to
 *     add
 */
public record ExpiredSnapshots(
        TableRef table,
        long snapshots,
        long refs,
        FileTally files,
        boolean done,
        @Nullable String reason) {}
