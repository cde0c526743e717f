package io.strandline.catalog;

import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableHistory.MetadataFile;
import io.strandline.catalog.TableHistory.StatisticsFile;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.PlaceSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The files that snapshots of a table reach, its metadata files and statistics (CAT-17). 16 bytes a file, and the names of the
 * manifests. Used by one thread.
 */
final class Reachable {
    private final PlaceSet places;
    private final Set<String> manifests = new HashSet<>();
    private final Set<Long> snapshots = new HashSet<>();

    Reachable(LocationRules rules) {
        this.places = new PlaceSet(rules);
    }

    /** Adds what those snapshots reach, as far as it is not there. */
    void add(TableContents contents, Set<Long> wanted, CallContext call) {
        Set<Long> more = new HashSet<>(wanted);
        more.removeAll(snapshots);
        visit(contents, more, manifests, this::add, call);
        snapshots.addAll(more);
    }

    private void add(TableFile file) {
        TablePlaces.parsed(file.location()).ifPresent(places::add);
        if (file.kind() == Kind.MANIFEST) {
            manifests.add(file.location());
        }
    }

    /** How many files there are. */
    int size() {
        return places.size();
    }

    /**
     * The files that snapshots of a table reach, its metadata files and statistics; one that several manifests name comes
     * several times.
     *
     * @param skipped manifests that are not read, by location
     */
    static void visit(
            TableContents contents,
            Set<Long> wanted,
            Set<String> skipped,
            Consumer<TableFile> visitor,
            CallContext call) {
        TableState state = contents.state();
        namedByMetadata(state, wanted, visitor);
        unclaimedStatistics(state, visitor);
        for (MetadataFile file : state.history().metadataFiles()) {
            visitor.accept(new TableFile(Kind.METADATA, file.location()));
        }
        contents.files(wanted, skipped, true, visitor, call);
    }

    /** Whether a file is among them; {@code PREFIX_MISMATCH} if that cannot be told, and for what is no location. */
    Relation relation(String location) {
        return TablePlaces.parsed(location).map(places::relation).orElse(Relation.PREFIX_MISMATCH);
    }

    /** Manifests that were read, by location. */
    Set<String> manifests() {
        return manifests;
    }

    /** Manifest lists and statistics of some snapshots. */
    static void namedByMetadata(TableState state, Set<Long> wanted, Consumer<TableFile> visitor) {
        for (SnapshotState snapshot : state.snapshots()) {
            if (wanted.contains(snapshot.id()) && snapshot.manifestList() != null) {
                visitor.accept(new TableFile(Kind.MANIFEST_LIST, snapshot.manifestList()));
            }
        }
        for (StatisticsFile file : state.history().statisticsFiles()) {
            if (wanted.contains(file.snapshotId())) {
                visitor.accept(new TableFile(Kind.STATISTICS, file.location()));
            }
        }
    }

    /** Statistics that the metadata names though their snapshot is gone. */
    static void unclaimedStatistics(TableState state, Consumer<TableFile> visitor) {
        Set<Long> all = all(state);
        for (StatisticsFile file : state.history().statisticsFiles()) {
            if (!all.contains(file.snapshotId())) {
                visitor.accept(new TableFile(Kind.STATISTICS, file.location()));
            }
        }
    }

    /** Ids of all snapshots of a table. */
    static Set<Long> all(TableState state) {
        return state.snapshots().stream().map(SnapshotState::id).collect(Collectors.toSet());
    }

    /** A place for the directory itself, as a listing wants it. */
    static Location directory(Location place) {
        return place.path().endsWith("/") ? place : Location.parse(place.text() + "/");
    }
}
