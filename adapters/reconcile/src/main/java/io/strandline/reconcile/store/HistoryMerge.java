package io.strandline.reconcile.store;

import static io.strandline.reconcile.store.HistoryTables.FINDING;
import static io.strandline.reconcile.store.HistoryTables.ID;
import static io.strandline.reconcile.store.HistoryTables.KIND;
import static io.strandline.reconcile.store.HistoryTables.LAST_SCAN;
import static io.strandline.reconcile.store.HistoryTables.LAST_SEEN;
import static io.strandline.reconcile.store.HistoryTables.REGISTRATION_KEY;
import static io.strandline.reconcile.store.HistoryTables.RESOLVED_AT;
import static io.strandline.reconcile.store.HistoryTables.RESOLVED_SCAN;
import static io.strandline.reconcile.store.HistoryTables.TABLE_KEY;
import static io.strandline.reconcile.store.HistoryTables.TIMES_SEEN;
import static org.jooq.impl.DSL.greatest;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.val;

import io.strandline.reconcile.Coverage;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.FindingKey;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.Scans;
import io.strandline.store.database.StoredTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Merges what a scan found into what is open, both in the order of the findings' keys, a page of the store at a time. Part of
 * one transaction, on one thread; used once.
 *
 * <p>Times follow the scan's clock and never run backwards within a finding, whatever the clock does: what is later is told
 * by the scan's id.
 */
final class HistoryMerge {
    private static final int PAGE = 1_000;
    private static final int BATCH = 500;

    private final DSLContext dsl;
    private final Scan scan;
    private final long scanId;
    private final Coverage coverage;
    private final Condition ours;
    private final Map<FindingKey, Instant> resolvedAhead;
    private final List<Long> seen = new ArrayList<>();
    private final List<Long> gone = new ArrayList<>();
    private final List<Object[]> changed = new ArrayList<>();
    private final List<Object[]> fresh = new ArrayList<>();
    private long opened;
    private long seenAgain;
    private long resolved;

    HistoryMerge(DSLContext dsl, long scanId, Scan scan, Coverage coverage) {
        this.dsl = dsl;
        this.scanId = scanId;
        this.scan = scan;
        this.coverage = coverage;
        this.ours = HistoryTables.of(scan.connection(), scan.namespace());
        this.resolvedAhead = resolvedAhead();
    }

    /** What was resolved at a time that the clock, set back since, has not reached: it did not come back before. */
    private Map<FindingKey, Instant> resolvedAhead() {
        Field<Instant> last = max(RESOLVED_AT);
        return dsl.select(KIND, TABLE_KEY, REGISTRATION_KEY, last)
                .from(FINDING)
                .where(ours.and(RESOLVED_AT.gt(scan.endedAt())))
                .groupBy(KIND, TABLE_KEY, REGISTRATION_KEY)
                .fetchMap(HistoryMerge::key, found -> found.get(last));
    }

    /** Merges; a key that is found twice is one finding, as it is first given. */
    Scans.Stored merge(List<Finding> findings) {
        Iterator<Open> open = new OpenFindings();
        @Nullable Open next = next(open);
        @Nullable FindingKey last = null;
        for (Keyed found : Keyed.inOrder(findings)) {
            if (found.key().equals(last)) {
                continue;
            }
            last = found.key();
            while (next != null && next.key().compareTo(found.key()) < 0) {
                unseen(next);
                next = next(open);
            }
            if (next != null && next.key().equals(found.key())) {
                seenAgain(next, found.finding());
                next = next(open);
            } else {
                isNew(found);
            }
        }
        while (next != null) {
            unseen(next);
            next = next(open);
        }
        flush();
        return new Scans.Stored(opened, seenAgain, resolved, 0);
    }

    private static @Nullable Open next(Iterator<Open> open) {
        return open.hasNext() ? open.next() : null;
    }

    private void unseen(Open finding) {
        if (coverage.covers(finding.key())) {
            resolved++;
            gone.add(finding.id());
            flushIfFull(gone);
        }
    }

    private void seenAgain(Open known, Finding finding) {
        seenAgain++;
        seen.add(known.id());
        Object[] now = FindingRow.content(finding);
        if (!FindingRow.isContent(known.row(), now)) {
            changed.add(FindingRow.update(now, known.id()));
        }
        flushIfFull(seen);
    }

    private void isNew(Keyed found) {
        opened++;
        Instant resolvedBefore = resolvedAhead.getOrDefault(found.key(), Instant.MIN);
        Instant from = resolvedBefore.isAfter(scan.endedAt()) ? resolvedBefore : scan.endedAt();
        fresh.add(FindingRow.insert(scan, scanId, found.finding(), from));
        flushIfFull(fresh);
    }

    private void flushIfFull(List<?> batch) {
        if (batch.size() >= BATCH) {
            flush();
        }
    }

    private void flush() {
        Field<Instant> now = val(scan.endedAt(), StoredTable.TIME);
        if (!seen.isEmpty()) {
            dsl.update(FINDING)
                    .set(LAST_SEEN, greatest(LAST_SEEN, now))
                    .set(TIMES_SEEN, TIMES_SEEN.plus(1))
                    .set(LAST_SCAN, scanId)
                    .where(ID.in(seen))
                    .execute();
        }
        if (!gone.isEmpty()) {
            dsl.update(FINDING)
                    .set(RESOLVED_AT, greatest(LAST_SEEN, now))
                    .set(RESOLVED_SCAN, scanId)
                    .where(ID.in(gone))
                    .execute();
        }
        if (!changed.isEmpty()) {
            dsl.batch(FindingRow.updating(dsl))
                    .bind(changed.toArray(Object[][]::new))
                    .execute();
        }
        if (!fresh.isEmpty()) {
            dsl.batch(FindingRow.inserting(dsl))
                    .bind(fresh.toArray(Object[][]::new))
                    .execute();
        }
        List.of(seen, gone, changed, fresh).forEach(List::clear);
    }

    private static FindingKey key(Record row) {
        return new FindingKey(row.get(KIND), row.get(TABLE_KEY), row.get(REGISTRATION_KEY));
    }

    /** A finding with its key. */
    private record Keyed(FindingKey key, Finding finding) {
        static List<Keyed> inOrder(List<Finding> findings) {
            List<Keyed> keyed = new ArrayList<>(findings.size());
            findings.forEach(finding -> FindingKey.of(finding).ifPresent(key -> keyed.add(new Keyed(key, finding))));
            keyed.sort(Comparator.comparing(Keyed::key));
            return keyed;
        }
    }

    /** A finding that is open in the store. */
    private record Open(FindingKey key, long id, Record row) {}

    /** Open findings in the order of their keys, each page beginning after the last: pages behind may change. */
    private final class OpenFindings implements Iterator<Open> {
        private Condition after = DSL.noCondition();
        private Iterator<Open> page = List.<Open>of().iterator();
        private boolean ended;

        @Override
        public boolean hasNext() {
            if (!page.hasNext() && !ended) {
                List<Open> read = read();
                ended = read.size() < PAGE;
                page = read.iterator();
            }
            return page.hasNext();
        }

        private List<Open> read() {
            List<Open> read = dsl.select(ID, KIND, TABLE_KEY, REGISTRATION_KEY)
                    .select(FindingRow.CONTENT)
                    .from(FINDING)
                    .where(ours.and(RESOLVED_AT.isNull()).and(after))
                    .orderBy(KIND, TABLE_KEY, REGISTRATION_KEY)
                    .limit(PAGE)
                    .fetch(row -> new Open(key(row), row.get(ID), row));
            if (!read.isEmpty()) {
                FindingKey last = read.get(read.size() - 1).key();
                after = row(KIND, TABLE_KEY, REGISTRATION_KEY)
                        .gt(row(last.kind(), last.table(), last.registrationId()));
            }
            return read;
        }

        @Override
        public Open next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.next();
        }
    }
}
