package io.strandline.reconcile;

import io.strandline.catalog.TableCatalog;
import io.strandline.catalog.TableEntry;
import io.strandline.catalog.TableListing;
import io.strandline.catalog.TableType;
import io.strandline.common.CallContext;
import io.strandline.common.Location;
import io.strandline.common.TableRef;
import io.strandline.common.Text;
import io.strandline.registry.Connection;
import io.strandline.registry.Registration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the scratch target of one connection with its registrations (REC-8): both are read in order of name, a page at a
 * time, and merged; a bounded number of look-ups runs ahead. Beside the findings only the names of unregistered tables are
 * kept, some 100 bytes each, for the pairs that differ only by case (LOC-6). Used once.
 */
final class Comparison {
    private final Connection connection;
    private final TableCatalog catalog;
    private final Evidence evidence;
    private final Findings findings;
    private final CallContext call;
    private final List<Judge.Judged> judged = new ArrayList<>();
    private final Map<String, List<TableRef>> unregisteredByFold = new HashMap<>();
    private final Neighbours neighbours;
    private final Map<String, Set<String>> absentTwins = new HashMap<>();
    private long registrations;

    Comparison(Connection connection, Evidence evidence, CallContext call) {
        this.connection = connection;
        this.catalog = evidence.catalog(connection.catalog());
        this.evidence = evidence;
        this.findings = new Findings(connection, catalog, call.startedAt());
        this.neighbours = new Neighbours(evidence.rules());
        this.call = call;
    }

    /**
     * What was found.
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
     * @param wanted kinds that are looked for; others may be left out
     * @throws io.strandline.common.StrandlineException if listing or registrations cannot be read to their end: then nothing
     *     is known of any table
     */
    Compared run(Set<FindingKind> wanted, int lookUps, Executor executor) {
        List<String> namespace = connection.requireScratchTarget();
        Limited listing = new Limited(new TableListing(catalog, namespace, call), connection.listingLimit());
        boolean loadsTables = wanted.stream().anyMatch(FindingKind::needsState);
        Judge judge = new Judge(connection, catalog, evidence, findings, loadsTables, () -> listing.cut, call);
        try (Stream<Registration> kept =
                        evidence.registrations().in(connection.name(), connection.catalog(), namespace);
                Ahead<Pair, Judge.Judged> results =
                        new Ahead<>(new Pairs(listing, kept.iterator()), judge::judge, lookUps, executor, call)) {
            while (results.hasNext()) {
                keep(results.next());
            }
        }
        List<Finding> found = settle(listing);
        found.addAll(meetings());
        found.removeIf(finding -> finding.kind() != null && !wanted.contains(finding.kind()));
        Coverage coverage = Coverage.of(wanted, listing.cut ? listing.last : null, found);
        return new Compared(List.copyOf(found), listing.count, registrations, listing.cut, coverage);
    }

    private void keep(Judge.Judged result) {
        Pair pair = result.pair();
        if (!(pair instanceof Pair.Unregistered)) {
            registrations++;
        }
        if (pair instanceof Pair.Unregistered unregistered
                && unregistered.entry().type() == TableType.TABLE) {
            TableRef table = unregistered.entry().ref();
            unregisteredByFold
                    .computeIfAbsent(Text.fold(table.name()), fold -> new ArrayList<>(1))
                    .add(table);
        }
        place(result);
        if (!result.findings().isEmpty() || pair instanceof Pair.Unlisted) {
            judged.add(result);
        }
    }

    private void place(Judge.Judged result) {
        Location place = result.place();
        if (place != null) {
            neighbours.table(result.pair().name(), place.text());
        }
        Registration registration = result.pair().registered();
        if (registration != null && !Objects.equals(place, registration.location())) {
            neighbours.registration(
                    result.pair().name(), registration.location().text());
        }
    }

    private List<Finding> meetings() {
        List<Finding> met = new ArrayList<>();
        for (Neighbours.Meeting meeting : neighbours.find(absentTwins)) {
            call.checkpoint();
            TableRef table = connection.table(meeting.table());
            Optional<Registration> own = evidence.registrations().byName(connection.name(), table);
            met.addAll(findings.meeting(meeting, own.orElse(null)));
        }
        return met;
    }

    /** Decides what only the end of both can decide: what the limit hid, and which names differ only by case. */
    private List<Finding> settle(Limited listing) {
        Map<String, List<TableRef>> collisions = collisions(listing);
        List<Finding> settled = new ArrayList<>();
        for (Judge.Judged result : judged) {
            List<TableRef> twins = collisions.get(Text.fold(result.pair().name()));
            if (twins != null && result.pair() instanceof Pair.Unlisted unlisted && listing.reached(unlisted)) {
                settled.add(findings.caseCollision(unlisted.registration(), twins));
                twins.forEach(twin -> absentTwins
                        .computeIfAbsent(twin.name(), name -> new HashSet<>())
                        .add(unlisted.name()));
            } else {
                result.findings().stream()
                        .filter(finding -> !isHidden(finding, twins != null, listing.cut))
                        .forEach(settled::add);
            }
        }
        if (listing.cut) {
            settled.add(findings.truncated((int) listing.count));
        }
        return settled;
    }

    private static boolean isHidden(Finding finding, boolean collides, boolean cut) {
        return (finding.kind() == FindingKind.ORPHAN && collides) || (finding.kind() == FindingKind.MISSING && cut);
    }

    /** By folded name, unregistered tables of which there is an absent registration that differs only by case. */
    private Map<String, List<TableRef>> collisions(Limited listing) {
        Map<String, List<TableRef>> collisions = new HashMap<>();
        for (Judge.Judged result : judged) {
            String fold = Text.fold(result.pair().name());
            List<TableRef> twins = unregisteredByFold.get(fold);
            if (twins != null && result.pair() instanceof Pair.Unlisted unlisted && listing.reached(unlisted)) {
                collisions.put(fold, twins);
            }
        }
        return collisions;
    }

    /** The listing up to its limit. */
    private static final class Limited implements Iterator<TableEntry> {
        private final Iterator<TableEntry> all;
        private final long limit;
        private long count;
        private volatile boolean cut;
        private @Nullable String last;

        Limited(Iterator<TableEntry> all, @Nullable Integer limit) {
            this.all = all;
            this.limit = limit == null ? Long.MAX_VALUE : limit;
        }

        @Override
        public boolean hasNext() {
            if (!all.hasNext()) {
                return false;
            }
            cut = count >= limit;
            return !cut;
        }

        @Override
        public TableEntry next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            TableEntry entry = all.next();
            count++;
            last = entry.ref().name();
            return entry;
        }

        /** Whether the listing would have held the name if it were there. */
        boolean reached(Pair.Unlisted unlisted) {
            return !cut || (last != null && Text.BY_CODE_POINT.compare(unlisted.name(), last) <= 0);
        }
    }
}
