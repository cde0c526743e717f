package io.strandline.sink.store;

import static io.strandline.sink.store.RunTables.ACTOR;
import static io.strandline.sink.store.RunTables.CATALOG_NAME;
import static io.strandline.sink.store.RunTables.CONNECTOR;
import static io.strandline.sink.store.RunTables.ENDED_AT;
import static io.strandline.sink.store.RunTables.FORGOTTEN;
import static io.strandline.sink.store.RunTables.NAMESPACE;
import static io.strandline.sink.store.RunTables.OWNER_ID;
import static io.strandline.sink.store.RunTables.ROLLED_BACK_AT;
import static io.strandline.sink.store.RunTables.RUN_ID;
import static io.strandline.sink.store.RunTables.RUN_NUMBER;
import static io.strandline.sink.store.RunTables.SCOPE;
import static io.strandline.sink.store.RunTables.SINK_ID;
import static io.strandline.sink.store.RunTables.SINK_RUN;
import static io.strandline.sink.store.RunTables.STARTED_AT;
import static io.strandline.sink.store.RunTables.STATE;
import static io.strandline.sink.store.RunTables.STATEMENT_ID;
import static io.strandline.sink.store.RunTables.TABLE_NAME;
import static io.strandline.sink.store.RunTables.TOKEN;
import static io.strandline.sink.store.RunTables.UNDO_LEFT;
import static io.strandline.sink.store.RunTables.WRITE_MODE;

import io.strandline.common.CallContext;
import io.strandline.sink.RowNote;
import io.strandline.sink.RunId;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunState;
import io.strandline.sink.RunStore;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Leases;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.OrderField;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs in the store's table {@code sink_run}, the rows they did not write in {@code sink_row}.
 *
 * <p>Which gateways are dead is told by a lease of each owner, renewed by {@link #renew}; on a store that is not shared, all
 * others are.
 */
public final class StoredRuns implements RunStore {
    private static final Logger LOG = LoggerFactory.getLogger(StoredRuns.class);

    /** How long an owner is taken to be alive; it renews three times as often. */
    public static final Duration LEASE = Duration.ofMinutes(1);

    private static final StoredTable<Long, RunRecord> RUNS = StoredTable.of(SINK_RUN, RUN_NUMBER)
            .columns(RUN_ID, SINK_ID, CATALOG_NAME, NAMESPACE, TABLE_NAME, CONNECTOR, STATE, SCOPE, TOKEN)
            .columns(ACTOR, STATEMENT_ID, STARTED_AT, ENDED_AT, ROLLED_BACK_AT)
            .column("mode", WRITE_MODE)
            .needs(RunRows.ALL)
            .map(RunRows::run);

    private final StoreDatabase store;
    private final RunNotes notes;
    private final Leases leases;
    private final String owner;
    private final Duration lease;
    private Leases.@Nullable Lease alive;

    /**
     * On that store, opened with the module {@code sink}.
     *
     * @param owner what the runs of this process are marked with: an id that no other process ever has
     */
    public StoredRuns(StoreDatabase store, Leases leases, String owner) {
        this(store, leases, owner, LEASE);
    }

    StoredRuns(StoreDatabase store, Leases leases, String owner, Duration lease) {
        this.store = store;
        this.notes = new RunNotes(store);
        this.leases = leases;
        this.owner = owner;
        this.lease = lease;
    }

    /** How long this owner is taken to be alive after {@link #renew}. */
    Duration lease() {
        return lease;
    }

    private static String lease(String owner) {
        return "sink.owner." + owner;
    }

    /** Says that this process is alive; to be called three times in {@link #LEASE}, and once before the first run. */
    public synchronized void renew() {
        Leases.Lease held = alive;
        if (held == null || !held.renew()) {
            alive = leases.acquire(lease(owner), lease).orElse(null);
        }
    }

    /** Says that this process ends: what it still has in flight, others may give up at once. */
    synchronized void release() {
        Leases.Lease held = alive;
        alive = null;
        if (held != null) {
            held.close();
        }
    }

    @Override
    public void begin(RunRecord run) {
        store.change(dsl -> dsl.insertInto(SINK_RUN).set(RunRows.whole(run)).execute());
    }

    @Override
    public boolean update(RunRecord run) {
        return update(run, RunState::isUnderWay);
    }

    @Override
    public void end(RunRecord run) {
        update(run, RunState::isInFlight);
    }

    private boolean update(RunRecord run, Predicate<RunState> was) {
        return store.write(dsl -> dsl.update(SINK_RUN)
                        .set(RunRows.changing(run))
                        .where(is(run.id()).and(STATE.in(OldRuns.texts(was))))
                        .execute()
                == 1);
    }

    private static Condition is(RunId id) {
        return RUN_ID.eq(id.text());
    }

    @Override
    public void failed(List<RowNote> rows) {
        notes.failed(rows);
    }

    @Override
    public void quarantined(List<RowNote> rows) {
        notes.quarantined(rows);
    }

    @Override
    public Optional<RunRecord> byId(RunId id) {
        return store.read(
                dsl -> dsl.select(RunRows.ALL).from(SINK_RUN).where(is(id)).fetchOptional(RunRows::run));
    }

    @Override
    public List<RunRecord> after(RunRecord run) {
        return store.read(dsl -> dsl.select(RunRows.ALL)
                .from(SINK_RUN)
                .where(SINK_ID.eq(run.sink()))
                .and(RUN_NUMBER.gt(DSL.select(RUN_NUMBER).from(SINK_RUN).where(is(run.id()))))
                .orderBy(RUN_NUMBER)
                .fetch(RunRows::run));
    }

    @Override
    public List<RunRecord> undoable(String sink) {
        return of(
                sink,
                FORGOTTEN.isFalse().and(ROLLED_BACK_AT.isNull()).and(STATE.notIn(OldRuns.texts(RunState::isInFlight))),
                RUN_NUMBER.desc());
    }

    @Override
    public List<RunRecord> undropped(String sink) {
        return of(sink, UNDO_LEFT.isTrue(), RUN_NUMBER.asc());
    }

    @Override
    public List<RunRecord> inFlight(String sink) {
        return of(sink, STATE.in(OldRuns.texts(RunState::isInFlight)), RUN_NUMBER.asc());
    }

    private List<RunRecord> of(String sink, Condition which, OrderField<Long> order) {
        return store.read(dsl -> dsl.select(RunRows.ALL)
                .from(SINK_RUN)
                .where(SINK_ID.eq(sink).and(which))
                .orderBy(order)
                .fetch(RunRows::run));
    }

    @Override
    public void rolledBack(RunId id, Instant at) {
        store.change(dsl ->
                dsl.update(SINK_RUN).set(ROLLED_BACK_AT, at).where(is(id)).execute());
    }

    @Override
    public void forgotten(RunId id) {
        store.change(dsl -> dsl.update(SINK_RUN)
                .set(FORGOTTEN, true)
                .set(UNDO_LEFT, true)
                .where(is(id))
                .execute());
    }

    @Override
    public void dropped(RunId id) {
        store.change(
                dsl -> dsl.update(SINK_RUN).set(UNDO_LEFT, false).where(is(id)).execute());
    }

    /** Lets go of runs that ended before that and that nothing needs any more, with the rows that are kept of them. */
    void forgetEndedBefore(Instant before) {
        OldRuns.forget(store, before);
    }

    @Override
    public Stream<RunRecord> runs(Wanted wanted, CallContext call) {
        return RUNS.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    @Override
    public Stream<RowNote> failedRows(Wanted wanted, CallContext call) {
        return notes.failed(wanted, call);
    }

    @Override
    public Stream<RowNote> quarantinedRows(Wanted wanted, CallContext call) {
        return notes.quarantined(wanted, call);
    }

    @Override
    public List<RunRecord> interrupt() {
        Condition underWay = STATE.in(OldRuns.texts(RunState::isUnderWay));
        List<RunRecord> interrupted = new ArrayList<>();
        List<String> owners = store.read(dsl -> dsl.selectDistinct(OWNER_ID)
                .from(SINK_RUN)
                .where(underWay.and(OWNER_ID.ne(owner)))
                .fetch(OWNER_ID));
        for (String other : owners) {
            if (isDead(other)) {
                interrupted.addAll(interrupt(underWay.and(OWNER_ID.eq(other))));
            }
        }
        return interrupted;
    }

    private boolean isDead(String other) {
        if (!store.isShared()) {
            return true;
        }
        Optional<Leases.Lease> its = leases.acquire(lease(other), Duration.ofSeconds(1));
        its.ifPresent(Leases.Lease::close);
        return its.isPresent();
    }

    private List<RunRecord> interrupt(Condition which) {
        List<RunRecord> interrupted = store.write(dsl -> {
            List<RunRecord> runs = dsl.select(RunRows.ALL)
                    .from(SINK_RUN)
                    .where(which)
                    .orderBy(RUN_NUMBER)
                    .fetch(row -> RunRows.run(row).with(RunState.INTERRUPTED));
            dsl.update(SINK_RUN)
                    .set(STATE, RunState.INTERRUPTED.text())
                    .where(which)
                    .execute();
            return runs;
        });
        interrupted.forEach(run -> LOG.warn(
                "Run {} of sink {} was left in flight; {} ends it.",
                run.id(),
                run.sink(),
                run.fixSql().orElse("")));
        return interrupted;
    }
}
