package io.strandline.reconcile;

import org.jspecify.annotations.Nullable;

/**
 * One repair that is asked for (REC-9).
 *
 * @param action {@code drop} or {@code forget}; anything else is refused as an unknown action. {@code look} in the row of a
 *     registration that was looked at again after a drop (REC-15)
 * @param tableName exact name in the scratch target of the table to drop
 * @param registrationId registration to forget
 */
public record RepairItem(
        String action, @Nullable String tableName, @Nullable String registrationId) {}
