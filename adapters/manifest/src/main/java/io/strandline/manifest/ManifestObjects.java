package io.strandline.manifest;

import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The objects of datasets. Objects are written once and never changed. Thread-safe; each call ends within the backend's own
 * time limit. Every method throws {@link StrandlineException} {@code BACKEND} if the store did not say how it went, which is
 * never absence, and {@code NOT_SUPPORTED} for a kind of location it knows nothing of.
 */
public interface ManifestObjects {
    /** How a copy went. */
    enum Copied {
        /** The whole object is there now. */
        DONE,
        /** There was nothing to copy; nothing was written. */
        NO_SOURCE,
        /** There was an object at the target already, and it was left as it is. Only a store that can tell says so. */
        TARGET_EXISTS
    }

    /**
     * An object of a listing.
     *
     * @param name below the directory
     */
    record Listed(String name, long size) {}

    /** The object as it is now; empty if there is none. */
    Optional<ObjectStat> stat(Location object);

    /**
     * Copies an object: the target holds all of it or does not exist, and what is there already is there whole at each moment,
     * also if the source goes meanwhile. Durable when it returns, whoever copied it.
     */
    default Copied copy(Location source, Location target) {
        return copy(source, target, () -> {});
    }

    /**
     * Copies an object, as the other.
     *
     * @param checkpoint called before each part of a copy in parts; what it throws ends the copy, and there is no target then
     */
    Copied copy(Location source, Location target, Runnable checkpoint);

    /** Makes durable what somebody is seen to have copied there. Nothing is to be done where what is seen is durable. */
    void persist(Location object);

    /** Removes an object; one that is not there is no error. */
    void remove(Location object);

    /** Its bytes, to be closed; empty if there is none. */
    Optional<InputStream> read(Location object) throws IOException;

    /** The objects directly in a directory, in any order; nothing if there is no such directory. To be closed. */
    default Stream<Listed> list(Location directory) {
        return list(directory, "");
    }

    /** Those of them whose names begin so. Read as the stream is, a page at a time at most. */
    Stream<Listed> list(Location directory, String beginning);
}
