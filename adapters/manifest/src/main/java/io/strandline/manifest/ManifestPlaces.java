package io.strandline.manifest;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Where datasets may lie whose manifests are committed by SQL: below one of the configured locations. Immutable.
 *
 * @param locations none: nowhere
 * @param objects what is there
 */
public record ManifestPlaces(List<Location> locations, LocationRules rules, ManifestObjects objects) {
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
    }
}
