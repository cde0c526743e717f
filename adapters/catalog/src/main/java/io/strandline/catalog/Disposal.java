package io.strandline.catalog;

import io.strandline.catalog.TableFile.Kind;
import io.strandline.catalog.TableHistory.MetadataFile;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Outcome;
import io.strandline.common.PlaceSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The files of some snapshots of a table that nobody else needs: counted, and deleted. What lies outside of the table's own
 * places is kept, since nobody has looked whose else it may be.
 *
 * @param skipped manifests whose files are needed
 * @param needed which files are
 * @param withMetadata whether the table's metadata files go too
 */
record Disposal(
        TableContents contents,
        Set<Long> snapshots,
        Set<String> skipped,
        Predicate<TableFile> needed,
        boolean withMetadata,
        LocationRules rules) {
    /** Reads everything that names files, and counts these. */
    FileTally count(CallContext call) {
        Counting counting = new Counting();
        contents.files(snapshots, skipped, true, counting::count, call);
        named(counting::count);
        return counting.tally(true);
    }

    /**
     * Deletes in an order in which what is left always names what is left: data, then manifests, then manifest lists and
     * statistics, then metadata, the current one last. A step that fails is the last.
     */
    FileTally delete(CallContext call) {
        Counting counting = new Counting();
        FileSweep<TableFile> sweep = new FileSweep<>(contents, TableFile::location, counting::ended, call);
        Consumer<TableFile> doomed = file -> {
            if (counting.isDoomed(file)) {
                sweep.add(file);
            }
        };
        Consumer<TableFile> doomedData = file -> {
            if (file.kind() != Kind.MANIFEST) {
                doomed.accept(file);
            }
        };
        List<Runnable> steps = List.of(
                () -> contents.files(snapshots, skipped, true, doomedData, call),
                () -> contents.files(snapshots, skipped, false, doomed, call),
                () -> named(doomed));
        for (Runnable step : steps) {
            step.run();
            sweep.flush();
            if (sweep.failed() > 0) {
                return counting.tally(false);
            }
        }
        return counting.tally(true);
    }

    private void named(Consumer<TableFile> visitor) {
        Reachable.namedByMetadata(contents.state(), snapshots, visitor);
        if (withMetadata) {
            Reachable.unclaimedStatistics(contents.state(), visitor);
            for (MetadataFile file : contents.state().history().metadataFiles()) {
                visitor.accept(new TableFile(Kind.METADATA, file.location()));
            }
        }
    }

    private final class Counting {
        private final PlaceSet seen = new PlaceSet(rules);
        private final List<Location> places = TablePlaces.of(contents.state());
        private final Map<Kind, Long> files = new EnumMap<>(Kind.class);
        private long kept;

        void count(TableFile file) {
            if (isDoomed(file)) {
                files.merge(file.kind(), 1L, Long::sum);
            }
        }

        /** Whether it is to be deleted, and was not met before. */
        boolean isDoomed(TableFile file) {
            Location location = TablePlaces.parsed(file.location()).orElse(null);
            if (location == null || needed.test(file) || !seen.add(location)) {
                return false;
            }
            boolean own = places.stream().anyMatch(place -> rules.contains(place, location));
            kept += own ? 0 : 1;
            return own;
        }

        void ended(TableFile file, Outcome outcome) {
            if (outcome.done()) {
                files.merge(file.kind(), 1L, Long::sum);
            } else {
                kept++;
            }
        }

        FileTally tally(boolean whole) {
            return new FileTally(Map.copyOf(files), kept, whole);
        }
    }
}
