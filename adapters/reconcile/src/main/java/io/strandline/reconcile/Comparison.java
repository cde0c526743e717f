package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableListing;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.LocationRules;
import io.strandline.common.Text;
import io.strandline.registry.Connection;
import io.strandline.registry.RegisteredPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the scratch target of one connection with its registrations (REC-8): both are read in order of name, a page at a
 * time, and merged. What listing and registration alone show to be right is done with at once; a bounded number of look-ups
 * runs ahead for the rest, and so does what makes findings of them. Used once.
 *
 * <p>Beside the findings it keeps, for each table, where it lies (two references and a hash), for each unregistered one its
 * name, and each registration without table.
 */
final class Comparison {
    private final Connection connection;
    private final TableCatalog catalog;
    private final Evidence evidence;
    private final Findings findings;
    private final CallContext call;
    private final Neighbours neighbours;
    private final List<String> unregistered = new ArrayList<>();
    private final List<RegisteredPlace> unlisted = new ArrayList<>();
    private long registrations;
    private boolean placesAreWanted;

    Comparison(Connection connection, Evidence evidence, CallContext call) {
        this.connection = connection;
        this.catalog = evidence.catalog(connection.catalog());
        this.evidence = evidence;
        this.findings = new Findings(connection, catalog, call.startedAt());
        this.neighbours = new Neighbours(evidence.rules());
        this.call = call;
    }

    /**
     * What was found, in order of table and kind.
     *
     * @param tables tables and views listed
     * @param truncated whether there were more than the connection's listing limit
     * @param coverage what was looked at
     */
    record Compared(List<Finding> findings, long tables, long registrations, boolean truncated, Coverage coverage) {
        /** Nothing could be compared. */
        static final Compared NOTHING = new Compared(List.of(), 0, 0, false, Coverage.NONE);
    }

    /**
     * Compares now.
     *
     * @param wanted kinds that are looked for; others are left out
     * @throws io.strandline.common.StrandlineException if listing or registrations cannot be read to their end: then nothing
     *     is known of any table
     */
    Compared run(Set<FindingKind> wanted, int lookUps, Executor executor) {
        LimitedListing listing = new LimitedListing(
                new TableListing(catalog, connection.requireScratchTarget(), call), connection.listingLimit());
        Judge judge = new Judge(connection, catalog, evidence, listing::wasCut, call);
        boolean looksAtTables = wanted.stream().anyMatch(FindingKind::needsState);
        placesAreWanted = wanted.contains(FindingKind.SHARED_LOCATION) || wanted.contains(FindingKind.NESTED_LOCATION);
        List<Finding> found;
        try (RegisteredPages kept = new RegisteredPages(evidence.registrations(), connection, executor, call);
                HowFar howFar = new HowFar(connection, catalog, evidence.registrations(), executor, call);
                Settler settler = new Settler(connection, evidence, findings, lookUps, executor, call);
                Ahead<Pair, Looked> looks = new Ahead<>(judge::look, lookUps, executor, call, looked -> {
                    howFar.oneMore();
                    take(looked, settler);
                })) {
            Merge merge = new Merge(listing, kept);
            while (merge.next()) {
                if (!compare(merge.entry(), merge.registered(), looksAtTables, judge, settler, looks)) {
                    howFar.oneMore();
                }
            }
            looks.finish();
            found = new Ending(connection, findings, settler, listing, call).settle(unregistered, unlisted, neighbours);
        }
        if (wanted.contains(FindingKind.SCHEMA_DRIFT)) {
            evidence.declared()
                    .ifPresent(state ->
                            found.addAll(new SchemaDrift(connection, state, findings, call).find(lookUps, executor)));
        }
        if (wanted.contains(FindingKind.UNKNOWN_WRITER)) {
            evidence.sinks()
                    .ifPresent(sinks -> addNew(
                            found,
                            new UnknownWriters(connection, catalog, sinks, findings, call).find(lookUps, executor)));
        }
        Set<String> untoldStrays = Set.of();
        if (wanted.stream().anyMatch(FindingKind::needsFiles)) {
            FileFindings files =
                    new FileFindings(connection, catalog, evidence.files().orElseThrow(), findings, call);
            addNew(found, files.find(executor));
            untoldStrays = files.untoldStrays();
        }
        found.removeIf(finding -> finding.kind() != null && !wanted.contains(finding.kind()));
        found.sort(Comparison::order);
        Coverage coverage = Coverage.of(wanted, listing.lastBeforeCut(), found, untoldStrays);
        return new Compared(List.copyOf(found), listing.count(), registrations, listing.wasCut(), coverage);
    }

    /** A table that could not be looked at is one row, however often it was tried. */
    private static void addNew(List<Finding> found, List<Finding> more) {
        Set<String> failed = found.stream()
                .filter(finding -> finding.kind() == null)
                .flatMap(finding -> Stream.ofNullable(finding.table()))
                .collect(Collectors.toSet());
        more.stream()
                .filter(finding -> finding.kind() != null || !failed.contains(finding.table()))
                .forEach(found::add);
    }

    /** By table, what is about none last; then by kind, failed look-ups first. */
    private static int order(Finding a, Finding b) {
        String one = a.table();
        String other = b.table();
        if (one == null || other == null) {
            return Boolean.compare(one == null, other == null);
        }
        int byTable = Text.BY_CODE_POINT.compare(one, other);
        FindingKind kind = a.kind();
        FindingKind otherKind = b.kind();
        if (byTable != 0 || kind == null || otherKind == null) {
            return byTable != 0 ? byTable : Boolean.compare(kind != null, otherKind != null);
        }
        return kind.compareTo(otherKind);
    }

    /** Whether it is left to a look-up. */
    private boolean compare(
            @Nullable TableEntry entry,
            @Nullable RegisteredPlace registered,
            boolean looksAtTables,
            Judge judge,
            Settler settler,
            Ahead<Pair, Looked> looks) {
        if (registered != null) {
            registrations++;
        }
        if (entry == null) {
            unlisted.add(Objects.requireNonNull(registered));
            looks.give(new Pair(null, registered));
            return true;
        }
        boolean isTable = entry.type() == TableType.TABLE;
        if (isTable && registered == null) {
            unregistered.add(entry.ref().name());
        }
        if (!isTable || !looksAtTables) {
            place(entry.ref().name(), "", registered);
        } else if (judge.isFine(entry, registered)) {
            place(entry.ref().name(), Objects.requireNonNull(entry.seen()).location(), registered);
        } else if (entry.seen() != null) {
            // the listing told all, so that there is nothing to wait for
            take(judge.look(new Pair(entry, registered)), settler);
        } else {
            looks.give(new Pair(entry, registered));
            return true;
        }
        return false;
    }

    private void take(Looked looked, Settler settler) {
        settler.add(looked);
        Location actual = looked.actual();
        place(
                looked.pair().name(),
                actual == null ? "" : actual.text(),
                looked.pair().registered());
    }

    private void place(String name, String place, @Nullable RegisteredPlace registered) {
        if (!placesAreWanted) {
            return;
        }
        if (!place.isBlank()) {
            neighbours.table(name, place);
        }
        if (registered != null && !LocationRules.isSameText(registered.location(), place)) {
            neighbours.registration(name, registered.location());
        }
    }
}
