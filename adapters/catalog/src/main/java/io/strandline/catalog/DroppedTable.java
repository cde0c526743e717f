package io.strandline.catalog;

import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * A table that was dropped.
 *
 * @param metadataFile its last one, by which register_table brings it back if its files are there
 * @param files deleted or to be deleted
 * @param reason {@code dry_run}, {@code files_left} or {@code audit_failed}; null if there is nothing to add
 */
public record DroppedTable(
        TableRef table,
        @Nullable String metadataFile,
        FileTally files,
        boolean done,
        @Nullable String reason) {}
