package io.strandline.registry;

import io.strandline.catalog.ExternalLocations;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;

/**
 * What the connections declare external: a table is if it lies below a prefix that a connection of its catalog and namespace
 * declares (REC-4). Immutable.
 */
public record DeclaredLocations(Connections connections, LocationRules rules) implements ExternalLocations {
    @Override
    public boolean isExternal(TableRef table, String location) {
        if (location.isBlank()) {
            return false;
        }
        Location place = Location.parse(location);
        return connections.all().stream()
                .filter(connection -> connection.catalog().equals(table.catalog())
                        && table.namespace().equals(connection.namespace()))
                .flatMap(connection -> connection.externalLocations().stream())
                .anyMatch(prefix -> rules.contains(prefix, place));
    }
}
