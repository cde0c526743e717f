package io.strandline.catalog;

import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.StrandlineException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Where a table's files lie: its root, and the places that its properties name for data and for metadata. */
public final class TablePlaces {
    private static final List<String> PROPERTIES =
            List.of("write.data.path", "write.metadata.path", "write.object-storage.path", "write.folder-storage.path");

    private TablePlaces() {}

    /** The root first; what is no location is left out, and the root then is not there. */
    public static List<Location> of(TableState table) {
        return of(table.location(), table.properties());
    }

    /** The same of a table at that root with those properties. */
    static List<Location> of(String root, Map<String, String> properties) {
        List<Location> places = new ArrayList<>();
        parsed(root).ifPresent(places::add);
        for (String property : PROPERTIES) {
            String place = properties.get(property);
            if (place != null) {
                parsed(place).ifPresent(places::add);
            }
        }
        return places;
    }

    /** Those that lie in no other of them. */
    static List<Location> outermost(List<Location> places, LocationRules rules) {
        List<Location> outermost = new ArrayList<>();
        for (Location place : places) {
            if (outermost.stream().noneMatch(other -> rules.contains(other, place))) {
                outermost.removeIf(other -> rules.contains(place, other));
                outermost.add(place);
            }
        }
        return List.copyOf(outermost);
    }

    /** The location, if the text is one. */
    static Optional<Location> parsed(String text) {
        try {
            return Optional.of(Location.parse(text));
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.BAD_ARGUMENT) {
                throw e;
            }
            return Optional.empty();
        }
    }
}
