package io.strandline.catalog.iceberg;

import io.strandline.common.Location;
import io.strandline.common.StrandlineException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.ValidationException;

/** Local places: {@code file:///w/t}, {@code file:/w/t} and {@code /w/t} are one (LOC-1); nothing is decoded (LOC-4). */
final class LocalPaths {
    private LocalPaths() {}

    /** Whether the text names a place on the local file system. */
    static boolean isLocal(String text) {
        if (text.isBlank()) {
            return false;
        }
        Location place = Location.parse(text);
        return place.scheme().equals("file") && isAbsolute(place);
    }

    private static boolean isAbsolute(Location place) {
        return !place.path().isEmpty() && place.path().charAt(0) == '/';
    }

    /**
     * The path.
     *
     * @throws ValidationException for another scheme, a host, a relative path or characters no file name can have
     */
    static Path of(String text) {
        Location place;
        try {
            place = Location.parse(text);
        } catch (StrandlineException e) {
            throw new ValidationException(e, "%s", e.getMessage());
        }
        if (!place.authority().isEmpty() && place.scheme().equals("file")) {
            throw new ValidationException("Location %s names a host; write file:///path for a local file", text);
        }
        if (!place.scheme().equals("file") || !isAbsolute(place)) {
            throw new ValidationException(
                    "Location %s is not an absolute path or file: URI; set io-impl to read other places", text);
        }
        try {
            return Path.of(place.path());
        } catch (InvalidPathException e) {
            throw new ValidationException(
                    e,
                    "Location %s cannot be a file: %s; names beyond ASCII need a UTF-8 locale, such as LC_ALL=C.UTF-8",
                    text,
                    e.getReason());
        }
    }
}
