package io.strandline.registry;

import io.strandline.common.Location;
import org.jspecify.annotations.Nullable;

/**
 * What a caller wants registered.
 *
 * @param tableName exact name in the connection's scratch target
 * @param location where the caller says the table lies; null to take the table's own
 * @param sourceId null only for a table made by hand
 * @param follows whether the registration moves when its source does; only for a table that lies at its source's directory
 * @param dryRun check everything and keep nothing
 */
public record RegisterRequest(
        String connection,
        String tableName,
        @Nullable Location location,
        SourceKind sourceKind,
        @Nullable String sourceId,
        boolean follows,
        boolean dryRun) {

    /** A registration that stays where it is. */
    public RegisterRequest(
            String connection,
            String tableName,
            @Nullable Location location,
            SourceKind sourceKind,
            @Nullable String sourceId,
            boolean dryRun) {
        this(connection, tableName, location, sourceKind, sourceId, false, dryRun);
    }
}
