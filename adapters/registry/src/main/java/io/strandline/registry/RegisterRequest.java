package io.strandline.registry;

import io.strandline.common.Location;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants registered.
 *
 * @param tableName exact name in the connection's scratch target
 * @param location where the caller says the table lies; null to take the table's own
 * @param sourceId null only for a table made by hand
 * @param dryRun check everything and keep nothing
 */
public record RegisterRequest(
        String connection,
        String tableName,
        @Nullable Location location,
        SourceKind sourceKind,
        @Nullable String sourceId,
        boolean dryRun) {}
