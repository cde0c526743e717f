package io.strandline.reconcile.store;

import static io.strandline.reconcile.store.HistoryTables.CONNECTION;
import static io.strandline.reconcile.store.HistoryTables.FINDING;
import static io.strandline.reconcile.store.HistoryTables.number;
import static io.strandline.reconcile.store.HistoryTables.text;
import static io.strandline.reconcile.store.HistoryTables.time;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.common.CallContext;
import io.strandline.common.Failpoint;
import io.strandline.common.Text;
import io.strandline.reconcile.Notice;
import io.strandline.reconcile.Notice.State;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.Outbox;
import io.strandline.reconcile.PastFinding;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.Severity;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.Table;
import org.jooq.impl.DSL;

/** Notices in the store's table {@code notice}. */
public final class StoredOutbox implements Outbox {
    /** Most notices of one connection that are pending; further findings are only in the history. */
    static final int MOST_PENDING = 100_000;

    /** What is to wait for longer was written by a clock that has been set back since. */
    private static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private static final int LONGEST_ERROR = 500;

    private static final Table<Record> NOTICE = table(name("notice"));
    private static final Field<Long> NUMBER = number("notice_no");
    private static final Field<String> EVENT_ID = text("event_id");
    private static final Field<Long> FINDING_ID = number("finding_id");
    private static final Field<Long> SCAN_ID = number("scan_id");
    private static final Field<String> STATE = text("state");
    private static final Field<Long> ATTEMPTS = number("attempts");
    private static final Field<String> LAST_ERROR = text("last_error");
    private static final Field<Instant> CREATED_AT = time("created_at");
    private static final Field<Instant> NEXT_ATTEMPT_AT = time("next_attempt_at");
    private static final Field<Instant> ENDED_AT = time("ended_at");

    private static final StoredTable<Long, Notice> NOTICES = StoredTable.of(NOTICE, NUMBER)
            .columns(EVENT_ID, CONNECTION, FINDING_ID, SCAN_ID, STATE, ATTEMPTS, LAST_ERROR, CREATED_AT)
            .needs(List.of(NEXT_ATTEMPT_AT, ENDED_AT))
            .map(StoredOutbox::notice);

    private final StoreDatabase store;

    /** On that store, opened with the module {@code reconcile}. */
    public StoredOutbox(StoreDatabase store) {
        this.store = store;
    }

    /** Those that have not ended. */
    private static Condition open(String connection) {
        return CONNECTION.eq(connection).and(ENDED_AT.isNull());
    }

    private static Condition open(String connection, State state) {
        return open(connection).and(STATE.eq(state.name()));
    }

    /** That no notice of that finding has still to be told. */
    static Condition nothingToTell(DSLContext dsl, Field<Long> finding) {
        return finding.notIn(dsl.select(FINDING_ID).from(NOTICE).where(ENDED_AT.isNull()));
    }

    /**
     * Puts in what a scan found that was not open before, as a part of the transaction that stores the scan.
     *
     * @return how many there was no room for
     */
    static long put(DSLContext dsl, Scan scan, long scanId, NoticeRule rule) {
        int room = MOST_PENDING - dsl.fetchCount(NOTICE, open(scan.connection()));
        Condition told = HistoryTables.of(scan.connection(), scan.namespace())
                .and(HistoryTables.RESOLVED_AT.isNull())
                .and(HistoryTables.FIRST_SCAN.eq(scanId))
                .and(HistoryTables.KIND.in(rule.kinds().stream().map(Enum::name).toList()))
                .and(HistoryTables.SEVERITY.in(Arrays.stream(Severity.values())
                        .filter(rule::tellsOf)
                        .map(Enum::name)
                        .toList()));
        List<Long> findings = dsl.select(HistoryTables.ID)
                .from(FINDING)
                .where(told)
                .orderBy(HistoryTables.ID)
                .limit(Math.max(0, room))
                .fetch(HistoryTables.ID);
        if (!findings.isEmpty()) {
            var insert = dsl.insertInto(
                            NOTICE,
                            EVENT_ID,
                            CONNECTION,
                            FINDING_ID,
                            SCAN_ID,
                            STATE,
                            ATTEMPTS,
                            CREATED_AT,
                            NEXT_ATTEMPT_AT)
                    .values((String) null, null, null, null, null, null, null, null);
            dsl.batch(insert)
                    .bind(findings.stream()
                            .map(finding -> row(scan, scanId, finding))
                            .toArray(Object[][]::new))
                    .execute();
        }
        return findings.size() < room ? 0 : dsl.fetchCount(FINDING, told) - findings.size();
    }

    private static Object[] row(Scan scan, long scanId, long finding) {
        return new Object[] {
            UUID.randomUUID().toString(),
            scan.connection(),
            finding,
            scanId,
            State.PENDING.name(),
            0L,
            scan.endedAt(),
            scan.endedAt()
        };
    }

    /** A pause longer than any is of a clock that was set back. */
    private static boolean waits(Instant until, Instant now) {
        return until.isAfter(now) && !until.isAfter(now.plus(LONGEST_PAUSE));
    }

    @Override
    public Batch due(String connection, Instant now, int atMost) {
        return store.read(dsl -> {
            Result<? extends Record> pending = notices(dsl, open(connection, State.PENDING), NUMBER, atMost);
            boolean fromRefused = pending.isEmpty();
            Result<? extends Record> rows =
                    fromRefused ? notices(dsl, open(connection, State.REFUSED), NEXT_ATTEMPT_AT, 1) : pending;
            // later ones wait for the first, which keeps their order and its pause
            if (rows.isEmpty() || waits(rows.get(0).get(NEXT_ATTEMPT_AT), now)) {
                return Batch.NONE;
            }
            var findings = StoredHistory.byId(dsl, rows.getValues(FINDING_ID));
            List<Due> due = new ArrayList<>();
            for (Record row : rows) {
                PastFinding finding = findings.get(row.get(FINDING_ID));
                if (finding != null) {
                    due.add(new Due(row.get(NUMBER), row.get(EVENT_ID), finding));
                }
            }
            return new Batch(due, fromRefused);
        });
    }

    private static Result<? extends Record> notices(DSLContext dsl, Condition which, Field<?> order, int atMost) {
        return dsl.select(NUMBER, EVENT_ID, FINDING_ID, NEXT_ATTEMPT_AT)
                .from(NOTICE)
                .where(which)
                .orderBy(order, NUMBER)
                .limit(atMost)
                .fetch();
    }

    @Override
    public void delivered(Collection<Due> notices, Instant now) {
        change(dsl -> dsl.update(NOTICE)
                .set(STATE, State.DELIVERED.name())
                .set(ATTEMPTS, ATTEMPTS.plus(1))
                .set(ENDED_AT, now)
                .where(among(notices))
                .execute());
    }

    @Override
    public void failed(
            String connection, Collection<Due> notices, String error, Instant now, LongFunction<Duration> pause) {
        change(dsl -> {
            attempted(dsl, notices, State.PENDING, error);
            pause(dsl, open(connection, State.PENDING), now, pause);
        });
    }

    @Override
    public void refused(Collection<Due> notices, String error, Instant now, LongFunction<Duration> pause) {
        change(dsl -> {
            attempted(dsl, notices, State.REFUSED, error);
            pause(dsl, among(notices), now, pause);
        });
    }

    private static void attempted(DSLContext dsl, Collection<Due> notices, State state, String error) {
        dsl.update(NOTICE)
                .set(STATE, state.name())
                .set(ATTEMPTS, ATTEMPTS.plus(1))
                .set(LAST_ERROR, Text.cut(error, LONGEST_ERROR))
                .where(among(notices))
                .execute();
    }

    /** All of those wait as long as the one with the most attempts. */
    private static void pause(DSLContext dsl, Condition which, Instant now, LongFunction<Duration> pause) {
        Field<Long> most = max(ATTEMPTS);
        Long attempts = dsl.select(most).from(NOTICE).where(which).fetchOne(most);
        if (attempts != null) {
            dsl.update(NOTICE)
                    .set(NEXT_ATTEMPT_AT, now.plus(pause.apply(attempts)))
                    .where(which)
                    .execute();
        }
    }

    /** Writes what a receiver answered. */
    private void change(Consumer<DSLContext> work) {
        store.change(dsl -> {
            work.accept(dsl);
            Failpoint.NOTICE_UNCOMMITTED.reach();
        });
    }

    private static Condition among(Collection<Due> notices) {
        return NUMBER.in(notices.stream().map(Due::number).toList()).and(ENDED_AT.isNull());
    }

    @Override
    public void giveUp(String connection, String error, Instant now) {
        change(dsl -> giveUp(dsl, open(connection), error, now));
    }

    private static void giveUp(DSLContext dsl, Condition which, String error, Instant now) {
        dsl.update(NOTICE)
                .set(STATE, State.GIVEN_UP.name())
                .set(LAST_ERROR, Text.cut(error, LONGEST_ERROR))
                .set(ENDED_AT, now)
                .where(which)
                .execute();
    }

    @Override
    public void tidyUp(Instant pendingSince, Instant endedBefore, Instant now) {
        Condition old = ENDED_AT.isNull().and(CREATED_AT.lt(pendingSince));
        if (store.read(dsl -> dsl.fetchExists(NOTICE, old.or(ENDED_AT.lt(endedBefore))))) {
            store.change(dsl -> {
                giveUp(dsl, old, "it was not delivered in time", now);
                dsl.deleteFrom(NOTICE).where(ENDED_AT.lt(endedBefore)).execute();
            });
        }
    }

    @Override
    public Stream<Notice> notices(Wanted wanted, CallContext call) {
        return NOTICES.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    private static Notice notice(Record row) {
        Instant ended = row.get(ENDED_AT);
        return new Notice(
                row.get(EVENT_ID),
                row.get(CONNECTION),
                row.get(FINDING_ID),
                row.get(SCAN_ID),
                State.valueOf(row.get(STATE)),
                row.get(ATTEMPTS),
                row.get(LAST_ERROR),
                row.get(CREATED_AT),
                ended == null ? row.get(NEXT_ATTEMPT_AT) : null,
                ended);
    }
}
