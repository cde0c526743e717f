package io.strandline.registry;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Location;
import io.strandline.common.TableRef;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Says that a table, on a connection, at a location, is ours, and from which source.
 *
 * @param id unique text
 * @param sourceId the source's id within its kind; null for a table made by hand
 * @param registeredBy user who holds the name
 * @param lastError why the last work on it failed; null if it did not
 * @param tableUuid UUID the table had when it was registered; null if none was recorded
 * @param follows whether it moves with its source
 */
public record Registration(
        String id,
        String connection,
        TableRef table,
        Location location,
        SourceKind sourceKind,
        @Nullable String sourceId,
        String registeredBy,
        Instant registeredAt,
        @Nullable String lastError,
        @Nullable String tableUuid,
        boolean follows) {
    public Registration {
        requireNonNull(id, "id");
        requireNonNull(connection, "connection");
        requireNonNull(table, "table");
        requireNonNull(location, "location");
        requireNonNull(sourceKind, "sourceKind");
        requireNonNull(registeredBy, "registeredBy");
        requireNonNull(registeredAt, "registeredAt");
    }

    /** A registration that stays where it is. */
    public Registration(
            String id,
            String connection,
            TableRef table,
            Location location,
            SourceKind sourceKind,
            @Nullable String sourceId,
            String registeredBy,
            Instant registeredAt,
            @Nullable String lastError,
            @Nullable String tableUuid) {
        this(
                id,
                connection,
                table,
                location,
                sourceKind,
                sourceId,
                registeredBy,
                registeredAt,
                lastError,
                tableUuid,
                false);
    }

    /** A registration that stays where it is, and of which no UUID is recorded. */
    public Registration(
            String id,
            String connection,
            TableRef table,
            Location location,
            SourceKind sourceKind,
            @Nullable String sourceId,
            String registeredBy,
            Instant registeredAt,
            @Nullable String lastError) {
        this(id, connection, table, location, sourceKind, sourceId, registeredBy, registeredAt, lastError, null);
    }

    /** The same registration at another place, of that table if its UUID is known, with no error. */
    public Registration movedTo(Location place, @Nullable String uuid) {
        return new Registration(
                id,
                connection,
                table,
                place,
                sourceKind,
                sourceId,
                registeredBy,
                registeredAt,
                null,
                uuid == null ? tableUuid : uuid,
                follows);
    }
}
