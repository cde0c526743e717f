package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.LocationRules.Relation;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds and deletes files that lie in a table's place and that nothing of the table reaches (CAT-17). Thread-safe. Bounded by 16
 * bytes for each file the table reaches.
 */
final class OrphanFiles {
    static final String REMOVE = "remove_orphan_files";
    /** So many are answered; the audit has all that were deleted. */
    static final int MOST_ROWS = 10_000;

    private final Catalogs catalogs;
    private final DeletionGuard guard;
    private final LocationRules rules;
    private final Clock clock;

    OrphanFiles(Catalogs catalogs, DeletionGuard guard, LocationRules rules, Clock clock) {
        this.catalogs = catalogs;
        this.guard = guard;
        this.rules = rules;
        this.clock = clock;
    }

    List<OrphanFile> remove(
            TableRef table,
            Optional<Instant> olderThan,
            Optional<String> location,
            boolean allowBelowFloor,
            boolean dryRun,
            CallContext call) {
        DeletionGuard.requireMay(REMOVE, call);
        TableCatalog catalog = catalogs.get(table.catalog());
        TableStorage storage = DeletionGuard.storage(catalog, table);
        TableState live = OneCommit.requireTable(catalog, table, call);
        Instant now = clock.instant();
        Instant before = olderThan.orElseGet(() -> now.minus(OrphanRule.AGE));
        if (!allowBelowFloor && AgeFloor.isBelow(before, now)) {
            throw DeletionGuard.refused(
                    REMOVE, live, "below_age_floor", "older_than" + AgeFloor.refusal(before), dryRun, call);
        }
        Location directory = directory(live, location, dryRun, call);
        guard.requireOwnFiles(REMOVE, live, dryRun, call);
        Found found = new Found(catalog, storage, live, call);
        return found.orphans(directory, before, dryRun);
    }

    private Location directory(TableState live, Optional<String> location, boolean dryRun, CallContext call) {
        Location wanted = Location.parse(location.orElse(live.location()));
        if (TablePlaces.of(live).stream().noneMatch(place -> rules.contains(place, wanted))) {
            throw DeletionGuard.refused(
                    REMOVE,
                    live,
                    "outside_table",
                    wanted + " is not in the table's place " + live.location() + ".",
                    dryRun,
                    call);
        }
        return wanted;
    }

    /** One call's look at a table. */
    private final class Found {
        private final TableCatalog catalog;
        private final TableStorage storage;
        private final CallContext call;
        private final Reachable reachable = new Reachable(rules);
        private final List<OrphanFile> rows = new ArrayList<>();
        private TableState live;
        private final TableContents contents;
        private boolean cut;

        Found(TableCatalog catalog, TableStorage storage, TableState live, CallContext call) {
            this.catalog = catalog;
            this.storage = storage;
            this.live = live;
            this.call = call;
            this.contents = storage.open(live.ref(), live, call);
        }

        List<OrphanFile> orphans(Location directory, Instant before, boolean dryRun) {
            reachable.add(contents, Reachable.all(live), call);
            FileSweep<StoredFile> sweep = new FileSweep<>(contents, StoredFile::location, this::ended, call);
            OrphanRule rule = new OrphanRule(rules, reachable, directory, before);
            Iterator<StoredFile> listed = contents.list(Reachable.directory(directory), call);
            List<StoredFile> pending = new ArrayList<>();
            long looked = 0;
            while (listed.hasNext()) {
                StoredFile file = listed.next();
                call.progress(++looked, OptionalLong.empty(), "files looked at");
                Relation relation = rule.relation(file);
                if (relation == Relation.DIFFERENT && dryRun) {
                    add(new OrphanFile(live.ref(), file, false, "dry_run"));
                } else if (relation == Relation.DIFFERENT) {
                    pending.add(file);
                    if (pending.size() == FileSweep.BATCH) {
                        delete(pending, sweep);
                    }
                } else if (relation == Relation.PREFIX_MISMATCH) {
                    add(new OrphanFile(live.ref(), file, false, "prefix_mismatch"));
                }
            }
            delete(pending, sweep);
            return rows;
        }

        /** Proved at the moment of action: what was committed since is reached too. */
        private void delete(List<StoredFile> pending, FileSweep<StoredFile> sweep) {
            if (pending.isEmpty()) {
                return;
            }
            lookAgain();
            pending.stream()
                    .filter(file -> reachable.relation(file.location()) == Relation.DIFFERENT)
                    .forEach(sweep::add);
            sweep.flush();
            pending.clear();
        }

        private void lookAgain() {
            TableState now = OneCommit.requireTable(catalog, live.ref(), call);
            if (!Objects.equals(now.metadataLocation(), live.metadataLocation())) {
                if (!Objects.equals(now.uuid(), live.uuid())) {
                    throw new StrandlineException(
                            ErrorCode.CONFLICT, live.ref() + " was replaced by another table meanwhile.");
                }
                live = now;
                reachable.add(storage.open(now.ref(), now, call), Reachable.all(now), call);
            }
        }

        private void ended(StoredFile file, Outcome outcome) {
            add(new OrphanFile(live.ref(), file, outcome.done(), outcome.reason()));
        }

        private void add(OrphanFile orphan) {
            if (rows.size() < MOST_ROWS) {
                rows.add(orphan);
            } else if (!cut) {
                cut = true;
                call.warn("more than " + MOST_ROWS
                        + " files: the others are not in the answer; runtime.audit has those that were deleted.");
            }
        }
    }
}
