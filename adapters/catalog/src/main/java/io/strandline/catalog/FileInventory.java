package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Compares the files that tables name with those that lie in their places (REC-17). Reads only, as {@code remove_orphan_files}
 * does, whose dry run shows the same orphans. Thread-safe.
 */
public final class FileInventory {
    private final Catalogs catalogs;
    private final Neighbourhood neighbourhood;
    private final DeletionGuard guard;
    private final LocationRules rules;
    private final Clock clock;
    private final int maxAttempts;

    /**
     * Of those catalogs' tables.
     *
     * @param external which places are not a table's alone
     * @param states what was read before
     * @param rules which places are one
     * @param maxAttempts how often a table that changes meanwhile is looked at again
     */
    public FileInventory(
            Catalogs catalogs,
            ExternalLocations external,
            StateCache states,
            LocationRules rules,
            Clock clock,
            int maxAttempts) {
        this.catalogs = catalogs;
        this.neighbourhood = new Neighbourhood(catalogs, states, rules);
        this.guard = new DeletionGuard(neighbourhood, external);
        this.rules = rules;
        this.clock = clock;
        this.maxAttempts = maxAttempts;
    }

    /**
     * What a table names beside what there is.
     *
     * @return empty if there is no table of that name whose metadata file can be read, or a view
     * @throws StrandlineException {@code METADATA_UNREADABLE} for a manifest that cannot be read; {@code NOT_SUPPORTED} if its
     *     store cannot list; {@code CONFLICT} if it changed each time it was looked at; what {@link TableCatalog#describe}
     *     throws
     */
    public Optional<ComparedFiles> compare(TableRef table, CallContext call) {
        TableCatalog catalog = catalogs.get(table.catalog());
        TableStorage storage = DeletionGuard.storage(catalog, table);
        for (int attempt = 1; attempt <= maxAttempts; attempt++) {
            TableState live = live(catalog, table, call).orElse(null);
            if (live == null) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Inventory(storage, live, call).compare(catalog));
            } catch (StrandlineException e) {
                boolean metadataIsGone = e.code() == ErrorCode.METADATA_MISSING;
                if (!metadataIsGone && e.code() != ErrorCode.CONFLICT) {
                    throw e;
                }
                if (metadataIsGone && isAsRead(live, live(catalog, table, call))) {
                    return Optional.of(ComparedFiles.unread(live, String.valueOf(e.getMessage())));
                }
            }
        }
        throw new StrandlineException(
                ErrorCode.CONFLICT,
                table + " was changed by somebody else each of the " + maxAttempts
                        + " times its files were compared; try again.");
    }

    /**
     * Which of several tables have places that are not theirs alone, by one look through all catalogs: what lies there may be
     * others'. By table, in words.
     *
     * @throws StrandlineException {@code BACKEND} if a catalog does not answer: then nobody knows
     */
    public Map<TableRef, String> notAlone(Map<TableRef, List<Location>> places, CallContext call) {
        Map<TableRef, String> told = new HashMap<>();
        if (!places.isEmpty()) {
            neighbourhood
                    .of(places, call)
                    .forEach(
                            (table, meetings) -> told.put(table, meetings.get(0).message()));
        }
        return told;
    }

    private static Optional<TableState> live(TableCatalog catalog, TableRef table, CallContext call) {
        try {
            return catalog.describe(table, call).filter(state -> state.type() == TableType.TABLE);
        } catch (StrandlineException e) {
            if (e.code() == ErrorCode.METADATA_MISSING || e.code() == ErrorCode.METADATA_UNREADABLE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean isAsRead(TableState read, Optional<TableState> now) {
        return now.filter(state -> Objects.equals(state.metadataLocation(), read.metadataLocation()))
                .isPresent();
    }

    /** One look at a table. 16 bytes for each file that it names, and as many again for each that is there. */
    private final class Inventory {
        private final TableStorage storage;
        private final TableState live;
        private final CallContext call;

        Inventory(TableStorage storage, TableState live, CallContext call) {
            this.storage = storage;
            this.live = live;
            this.call = call;
        }

        ComparedFiles compare(TableCatalog catalog) {
            TableContents contents = storage.open(live.ref(), live, call);
            Reachable reachable = new Reachable(rules);
            reachable.add(contents, Reachable.all(live), call);
            MissingFiles missing = new MissingFiles(storage, rules, call);
            String objection =
                    guard.objection(live).map(DeletionGuard.Objection::message).orElse(null);
            List<ComparedFiles.Strays> strays = new ArrayList<>();
            List<Location> places = TablePlaces.of(live);
            for (Location place : TablePlaces.outermost(places, rules)) {
                FileSample found = list(contents, reachable, missing, place);
                if (found.count() > 0 && objection == null) {
                    strays.add(new ComparedFiles.Strays(place, found));
                }
            }
            missing.find(contents, reachable.size());
            // what was taken away and is not named any more is no loss
            missing.confirm(() -> live(catalog, live.ref(), call).map(now -> storage.open(now.ref(), now, call)));
            return new ComparedFiles(
                    live.ref(),
                    places,
                    missing.sample(),
                    missing.kinds(),
                    missing.notLookedFor(),
                    strays,
                    objection,
                    null);
        }

        private FileSample list(TableContents contents, Reachable reachable, MissingFiles missing, Location place) {
            OrphanRule rule =
                    new OrphanRule(rules, reachable, place, clock.instant().minus(OrphanRule.AGE));
            FileSample.Taking strays = new FileSample.Taking();
            contents.list(Reachable.directory(place), call).forEachRemaining(file -> {
                if (rule.relation(file) == Relation.DIFFERENT) {
                    strays.add(file.location(), file.bytes());
                }
                missing.isThere(file.location(), reachable);
            });
            return strays.sample();
        }
    }
}
