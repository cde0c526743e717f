package io.strandline.catalog;

import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Places of tables by their paths: which of many may meet a place is found without a look at each. The rules tell whether they
 * do. Used by one thread.
 */
final class PlaceIndex {
    private final Map<TableRef, List<Location>> tables;
    private final NavigableMap<String, List<Placed>> byPath = new TreeMap<>();

    /** Those tables at those places. */
    PlaceIndex(Map<TableRef, List<Location>> tables) {
        this.tables = new HashMap<>(tables);
        tables.forEach((table, places) ->
                places.forEach(place -> byPath.computeIfAbsent(LocationRules.pathKey(place), path -> new ArrayList<>())
                        .add(new Placed(table, place))));
    }

    /** A table at one of its places. */
    record Placed(TableRef table, Location place) {}

    /** Those at that path, or in a directory above it. */
    List<Placed> around(Location there) {
        List<Placed> around = new ArrayList<>();
        String path = LocationRules.pathKey(there);
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
            around.addAll(byPath.getOrDefault(path.substring(0, slash), List.of()));
        }
        around.addAll(byPath.getOrDefault(path, List.of()));
        return around;
    }

    /** Those at that path, above it, or below it. */
    List<Placed> near(Location there) {
        List<Placed> near = around(there);
        String path = LocationRules.pathKey(there);
        // the character after the slash ends what begins with a path and a slash
        byPath.subMap(path + '/', path + (char) ('/' + 1)).values().forEach(near::addAll);
        return near;
    }

    /** The tables there are. */
    Set<TableRef> tables() {
        return tables.keySet();
    }

    boolean isEmpty() {
        return tables.isEmpty();
    }

    /** Takes a table out. */
    void remove(TableRef table) {
        List<Location> places = tables.remove(table);
        if (places != null) {
            places.forEach(place -> byPath.computeIfPresent(LocationRules.pathKey(place), (path, there) -> {
                there.removeIf(placed -> placed.table().equals(table));
                return there.isEmpty() ? null : there;
            }));
        }
    }
}
