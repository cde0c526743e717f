package io.strandline.registry;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Location;
import java.time.Instant;

/**
 * A stored file: an object, and the directory that is its own.
 *
 * @param kind what kind of thing it is
 * @param id unique within its kind
 * @param object the object whose presence shows that the file is still kept (REC-6)
 * @param directory the directory that a table over the file has as its location
 */
public record Source(
        SourceKind kind, String id, Location object, Location directory, String registeredBy, Instant registeredAt) {
    public Source {
        requireNonNull(kind, "kind");
        requireNonNull(id, "id");
        requireNonNull(object, "object");
        requireNonNull(directory, "directory");
        requireNonNull(registeredBy, "registeredBy");
        requireNonNull(registeredAt, "registeredAt");
    }
}
