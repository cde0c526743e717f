package io.strandline.catalog;

import io.strandline.catalog.TableHistory.MetadataFile;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Looks through all catalogs for tables and views that share a place with a table, lie in one another, or have left files there
 * when they were moved (CAT-17). Each is read, from the cache where its metadata file is known. Thread-safe.
 */
final class Neighbourhood {
    /** So many are named; one is enough to refuse. */
    private static final int MOST = 3;

    private static final String SHARED = "shared_location";

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

    /** Some of those that the table meets at those places; of those whose metadata is lost, only where their file lies counts. */
    List<Meeting> of(TableRef table, List<Location> places, CallContext call) {
        return of(Map.of(table, places), call).getOrDefault(table, List.of());
    }

    /** The same for several tables, by one look at each entry of the catalogs; one that meets none is left out. */
    Map<TableRef, List<Meeting>> of(Map<TableRef, List<Location>> tables, CallContext call) {
        Map<TableRef, List<Meeting>> met = new HashMap<>();
        PlaceIndex open = new PlaceIndex(tables);
        long looked = 0;
        for (TableCatalog catalog : catalogs.all()) {
            for (Namespace namespace : catalog.namespaces(call)) {
                TableListing listing = new TableListing(catalog, namespace.levels(), call);
                while (listing.hasNext() && !open.isEmpty()) {
                    meet(open, listing.next(), met, call);
                    call.progress(++looked, OptionalLong.empty(), "tables looked at");
                }
            }
        }
        return met;
    }

    private void meet(PlaceIndex open, TableEntry entry, Map<TableRef, List<Meeting>> met, CallContext call) {
        loads.load(entry.ref(), entry, call)
                .ifPresent(loaded -> meetings(open, entry, loaded).forEach((table, meeting) -> {
                    List<Meeting> some = met.computeIfAbsent(table, key -> new ArrayList<>());
                    some.add(meeting);
                    if (some.size() == MOST) {
                        open.remove(table);
                    }
                }));
    }

    /** By table, how the entry meets it. */
    private Map<TableRef, Meeting> meetings(PlaceIndex open, TableEntry entry, LoadedTable loaded) {
        Map<TableRef, Meeting> meetings = new HashMap<>();
        TableState state = loaded.state();
        if (state != null) {
            meet(open, entry.ref(), TablePlaces.of(state), meetings);
            leftBehind(open, state, meetings);
            return meetings;
        }
        StrandlineException failure = loaded.failure();
        String file = entry.metadataLocation();
        Optional<Location> named = file == null ? Optional.empty() : TablePlaces.parsed(file);
        // by convention the file lies in the directory metadata of the table's root
        named.map(Location::directory)
                .ifPresent(metadata -> meet(open, entry.ref(), List.of(metadata, upwards(metadata)), meetings));
        // a table whose metadata is only too large to be read is whole, and may have its files anywhere
        if (named.isEmpty() || (failure != null && failure.code() == ErrorCode.LIMIT_EXCEEDED)) {
            Meeting unknown = new Meeting(
                    "unknown_location",
                    "where " + entry.ref() + " lies is not known: " + (failure == null ? "" : failure.getMessage()));
            open.tables().stream()
                    .filter(table -> !table.equals(entry.ref()))
                    .forEach(table -> meetings.putIfAbsent(table, unknown));
        }
        return meetings;
    }

    private void meet(PlaceIndex open, TableRef other, List<Location> its, Map<TableRef, Meeting> meetings) {
        for (Location there : its) {
            for (PlaceIndex.Placed near : open.near(there)) {
                if (!near.table().equals(other)) {
                    meeting(near.place(), other, there)
                            .ifPresent(meeting -> meetings.merge(near.table(), meeting, Neighbourhood::worse));
                }
            }
        }
    }

    /** That they share a place says more than that one lies in the other. */
    private static Meeting worse(Meeting one, Meeting other) {
        return other.reason().equals(SHARED) ? other : one;
    }

    /** A table that was moved has its old files where they were. */
    private void leftBehind(PlaceIndex open, TableState other, Map<TableRef, Meeting> meetings) {
        Stream.concat(
                        other.snapshots().stream().map(SnapshotState::manifestList),
                        other.history().metadataFiles().stream().map(MetadataFile::location))
                .filter(Objects::nonNull)
                .forEach(file -> TablePlaces.parsed(file)
                        .ifPresent(at -> open.around(at).stream()
                                .filter(near -> !near.table().equals(other.ref()) && rules.contains(near.place(), at))
                                .forEach(near -> meetings.putIfAbsent(
                                        near.table(),
                                        new Meeting(SHARED, other.ref() + " has files here still, such as " + file)))));
    }

    private static Location upwards(Location directory) {
        String text = directory.text();
        int end = text.endsWith("/") ? text.length() - 1 : text.length();
        return Location.parse(text.substring(0, end)).directory();
    }

    private Optional<Meeting> meeting(Location place, TableRef other, Location there) {
        Relation in = rules.containment(place, there);
        Relation around = rules.containment(there, place);
        if (in == Relation.SAME && around == Relation.SAME) {
            return Optional.of(new Meeting(SHARED, other + " lies at " + there + " too"));
        }
        if (in == Relation.DIFFERENT && around == Relation.DIFFERENT) {
            return Optional.empty();
        }
        return Optional.of(new Meeting(
                "nested_location",
                other + " lies at " + there + ", " + (in != Relation.DIFFERENT ? "in " : "around ") + place));
    }
}
