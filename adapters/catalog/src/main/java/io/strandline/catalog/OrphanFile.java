package io.strandline.catalog;

import io.strandline.common.TableRef;
import org.jspecify.annotations.Nullable;

/**
 * A file that nothing reaches.
 *
 * @param done whether it is deleted
 * @param reason {@code dry_run}, {@code prefix_mismatch}, {@code exec_failed}, {@code outcome_unknown} or {@code
 *     audit_failed}; null if there is nothing to add
 */
public record OrphanFile(
        TableRef table,
        StoredFile file,
        boolean done,
        @Nullable String reason) {}
