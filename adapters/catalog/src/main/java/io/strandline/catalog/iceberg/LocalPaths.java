package io.strandline.catalog.iceberg;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.ValidationException;

/** Local places: {@code file:///w/t}, {@code file:/w/t} and {@code /w/t} are one (LOC-1); nothing is decoded (LOC-4). */
final class LocalPaths {
    private LocalPaths() {}

    /** Whether the location is on the local file system. */
    static boolean isLocal(String location) {
        return location.startsWith("/") || location.startsWith("file:");
    }

    /**
     * The path.
     *
     * @throws ValidationException for another scheme, a host, a relative path or characters no file name can have
     */
    static Path of(String location) {
        String path = location;
        if (path.startsWith("file:")) {
            path = path.substring("file:".length());
            if (path.startsWith("//") && !path.startsWith("///")) {
                throw new ValidationException(
                        "Location %s names a host; write file:///path for a local file", location);
            }
        }
        if (!path.startsWith("/")) {
            throw new ValidationException(
                    "Location %s is not an absolute path or file: URI; set io-impl to read other places", location);
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw new ValidationException(e, "Location %s cannot be a file: %s", location, e.getReason());
        }
    }
}
