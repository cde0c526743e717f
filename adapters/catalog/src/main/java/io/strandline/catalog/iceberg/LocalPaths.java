package io.strandline.catalog.iceberg;

import io.strandline.common.Location;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.ValidationException;

/** Local places: {@code file:///w/t}, {@code file:/w/t} and {@code /w/t} are one (LOC-1); nothing is decoded (LOC-4). */
final class LocalPaths {
    private LocalPaths() {}

    /** Whether the location is on the local file system. */
    static boolean isLocal(String location) {
        return !location.isBlank() && isAbsoluteFile(Location.parse(location));
    }

    private static boolean isAbsoluteFile(Location place) {
        return place.scheme().equals("file") && place.path().startsWith("/");
    }

    /**
     * The path.
     *
     * @throws ValidationException for another scheme, a host, a relative path or characters no file name can have
     */
    static Path of(String location) {
        Location place = Location.parse(location);
        if (!isAbsoluteFile(place)) {
            throw new ValidationException(
                    "Location %s is not an absolute path or file: URI; set io-impl to read other places", location);
        }
        if (!place.authority().isEmpty()) {
            throw new ValidationException("Location %s names a host; write file:///path for a local file", location);
        }
        try {
            return Path.of(place.path());
        } catch (InvalidPathException e) {
            throw new ValidationException(e, "Location %s cannot be a file: %s", location, e.getReason());
        }
    }
}
