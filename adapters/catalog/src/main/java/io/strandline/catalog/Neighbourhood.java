package io.strandline.catalog;

import io.strandline.catalog.TableHistory.MetadataFile;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Looks through all catalogs for tables and views that share a place with a table, lie in one another, or have left files there
 * when they were moved (CAT-17). Each is read, from the cache where its metadata file is known. Thread-safe.
 */
final class Neighbourhood {
    /** So many are named; one is enough to refuse. */
    private static final int MOST = 3;

    private final Catalogs catalogs;
    private final TableLoads loads;
    private final LocationRules rules;

    Neighbourhood(Catalogs catalogs, StateCache states, LocationRules rules) {
        this.catalogs = catalogs;
        this.loads = new TableLoads(catalogs, states);
        this.rules = rules;
    }

    /**
     * What stands against a table having places of its own.
     *
     * @param reason {@code shared_location}, {@code nested_location} or {@code unknown_location}
     * @param message the case in words
     */
    record Meeting(String reason, String message) {}

    /** Some of those that the table meets at those places; of those that cannot be read, only where their file lies counts. */
    List<Meeting> of(TableRef table, List<Location> places, CallContext call) {
        List<Meeting> meetings = new ArrayList<>();
        long looked = 0;
        for (TableCatalog catalog : catalogs.all()) {
            for (Namespace namespace : catalog.namespaces(call)) {
                TableListing listing = new TableListing(catalog, namespace.levels(), call);
                while (listing.hasNext() && meetings.size() < MOST) {
                    TableEntry entry = listing.next();
                    if (!entry.ref().equals(table)) {
                        meetings.addAll(of(places, entry, call));
                    }
                    call.progress(++looked, OptionalLong.empty(), "tables looked at");
                }
            }
        }
        return meetings;
    }

    private List<Meeting> of(List<Location> places, TableEntry entry, CallContext call) {
        LoadedTable loaded = loads.load(entry.ref(), entry, call).orElse(null);
        if (loaded == null) {
            return List.of();
        }
        TableState state = loaded.state();
        if (state != null) {
            List<Meeting> meetings = meetings(places, entry.ref(), TablePlaces.of(state));
            return meetings.isEmpty() ? leftBehind(places, state) : meetings;
        }
        StrandlineException failure = loaded.failure();
        String file = entry.metadataLocation();
        if (file == null || TablePlaces.parsed(file).isEmpty()) {
            return List.of(new Meeting(
                    "unknown_location",
                    "where " + entry.ref() + " lies is not known: " + (failure == null ? "" : failure.getMessage())));
        }
        // by convention the file lies in the directory metadata of the table's root
        Location metadata = Location.parse(file).directory();
        return meetings(places, entry.ref(), List.of(metadata, upwards(metadata)));
    }

    /** A table that was moved has its old files where they were. */
    private List<Meeting> leftBehind(List<Location> places, TableState other) {
        return Stream.concat(
                        other.snapshots().stream().map(SnapshotState::manifestList),
                        other.history().metadataFiles().stream().map(MetadataFile::location))
                .filter(Objects::nonNull)
                .filter(file -> TablePlaces.parsed(file)
                        .filter(at -> places.stream().anyMatch(place -> rules.contains(place, at)))
                        .isPresent())
                .limit(1)
                .map(file -> new Meeting("shared_location", other.ref() + " has files here still, such as " + file))
                .toList();
    }

    private static Location upwards(Location directory) {
        String text = directory.text();
        int end = text.endsWith("/") ? text.length() - 1 : text.length();
        return Location.parse(text.substring(0, end)).directory();
    }

    private List<Meeting> meetings(List<Location> places, TableRef other, List<Location> its) {
        for (Location place : places) {
            for (Location there : its) {
                Relation in = rules.containment(place, there);
                Relation around = rules.containment(there, place);
                if (in == Relation.SAME && around == Relation.SAME) {
                    return List.of(new Meeting("shared_location", other + " lies at " + there + " too"));
                }
                if (in != Relation.DIFFERENT || around != Relation.DIFFERENT) {
                    return List.of(new Meeting(
                            "nested_location",
                            other + " lies at " + there + ", " + (in != Relation.DIFFERENT ? "in " : "around ")
                                    + place));
                }
            }
        }
        return List.of();
    }
}
