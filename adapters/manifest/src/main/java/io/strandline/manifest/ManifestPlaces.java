package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where datasets may lie whose manifests are committed by SQL: below one of the configured locations. Immutable.
 *
 * @param locations none: nowhere
 * @param objects what is there
 */
public record ManifestPlaces(List<Location> locations, LocationRules rules, ManifestObjects objects) {
    private static final Set<String> OTHER_NAMES = Set.of("", ".", "..");

    public ManifestPlaces {
        locations = List.copyOf(locations);
    }

    /**
     * Checks that a dataset may lie there.
     *
     * @throws StrandlineException {@link ErrorCode#REFUSED}
     */
    public void require(Location base) {
        if (locations.stream().noneMatch(location -> rules.contains(location, base))) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    base + " lies below none of manifests.locations"
                            + (locations.isEmpty()
                                    ? ", which names none"
                                    : locations.stream()
                                            .map(Location::text)
                                            .collect(Collectors.joining(", ", " (", ")")))
                            + ". Add its location to the configuration.");
        }
        if (hasOtherNames(base)) {
            throw new StrandlineException(
                    ErrorCode.REFUSED,
                    base + " has an empty segment, or one that is . or .., by which one directory has several names and"
                            + " would be several datasets. Write it without.");
        }
    }

    /** Of files only: in an object store each spelling is a place of its own (LOC-4). */
    private static boolean hasOtherNames(Location base) {
        String path = base.path();
        String inside = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return base.scheme().equals("file")
                && Stream.of(inside.split("/", -1)).skip(1).anyMatch(OTHER_NAMES::contains);
    }
}
