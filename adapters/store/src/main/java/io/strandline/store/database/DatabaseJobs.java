package io.strandline.store.database;

import static io.strandline.store.database.JournalTables.ENDED_AT;
import static io.strandline.store.database.JournalTables.GATEWAY;
import static io.strandline.store.database.JournalTables.GATEWAY_ID;
import static io.strandline.store.database.JournalTables.ID;
import static io.strandline.store.database.JournalTables.MESSAGE;
import static io.strandline.store.database.JournalTables.SQL_STATE;
import static io.strandline.store.database.JournalTables.STARTED_AT;
import static io.strandline.store.database.JournalTables.STATE;
import static io.strandline.store.database.JournalTables.STATEMENT;
import static io.strandline.store.database.JournalTables.STATEMENT_ID;
import static io.strandline.store.database.JournalTables.USER_NAME;
import static io.strandline.store.database.JournalTables.VENDOR_CODE;
import static io.strandline.store.database.JournalTables.clean;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.sqlkit.Condition.Operator;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Jobs;
import io.strandline.store.Journal.State;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** Jobs in the store, beside the statements of its journal. */
public final class DatabaseJobs implements Jobs {
    private static final Table<Record> JOB = table(name("job"));
    private static final Table<Record> SEEN_JOB = table(name("seen_job"));
    private static final Field<String> PROCEDURE = field(name("procedure_name"), SQLDataType.CLOB);
    private static final Field<String> TARGET = field(name("target"), SQLDataType.CLOB);
    private static final Field<Boolean> BACKGROUND = field(name("is_background"), SQLDataType.BOOLEAN);
    private static final Field<Long> DONE = field(name("done"), SQLDataType.BIGINT);
    private static final Field<Long> TOTAL = field(name("total"), SQLDataType.BIGINT);
    private static final Field<String> UNIT = field(name("unit"), SQLDataType.CLOB);
    private static final Field<String> STOP_ASKED_BY = field(name("stop_asked_by"), SQLDataType.CLOB);
    private static final Set<String> PUSHED = Set.of("statement_id", "user_name", "started_at", "gateway_id");

    private final StoreDatabase database;
    private final DatabaseJournal journal;

    /** Jobs of the statements of that journal, which is on that store. */
    public DatabaseJobs(StoreDatabase database, DatabaseJournal journal) {
        this.database = database;
        this.journal = journal;
    }

    @Override
    public String gatewayId() {
        return journal.lease().id();
    }

    @Override
    public void tell(Iterable<Told> jobs) {
        database.change(dsl -> jobs.forEach(job -> tell(dsl, job)));
    }

    private static void tell(DSLContext dsl, Told job) {
        Condition itself = STATEMENT_ID.eq(clean(job.statementId()));
        if (!dsl.fetchExists(dsl.select(STATEMENT_ID).from(STATEMENT).where(itself))) {
            return;
        }
        Progress progress = job.progress();
        @Nullable Long done = progress == null ? null : (Long) progress.done();
        @Nullable Long total = progress == null ? null : progress.total();
        @Nullable String unit = progress == null ? null : clean(progress.unit());
        dsl.insertInto(JOB)
                .set(STATEMENT_ID, clean(job.statementId()))
                .set(PROCEDURE, clean(job.procedure()))
                .set(TARGET, job.target() == null ? null : clean(job.target()))
                .set(BACKGROUND, job.background())
                .set(DONE, done)
                .set(TOTAL, total)
                .set(UNIT, unit)
                .onConflict(STATEMENT_ID)
                .doUpdate()
                .set(DONE, done)
                .set(TOTAL, total)
                .set(UNIT, unit)
                .execute();
    }

    @Override
    public Stream<Entry> jobs(Wanted wanted, CallContext call) {
        List<io.strandline.sqlkit.Condition> conditions = wanted.conditions().stream()
                .filter(condition -> PUSHED.contains(condition.column()))
                .filter(condition -> condition.operator() != Operator.IS_NULL)
                .toList();
        Wanted pushed = new Wanted(Set.of(), conditions, List.of(), OptionalLong.empty());
        Set<String> alive = database.read(dsl -> new HashSet<>(dsl.select(GATEWAY_ID)
                .from(GATEWAY)
                .where(journal.lease().isDead().not())
                .fetch(GATEWAY_ID)));
        StoredTable<Long, Entry> seen = StoredTable.of(SEEN_JOB, ID)
                .columns(STATEMENT_ID, USER_NAME, STARTED_AT, GATEWAY_ID)
                .needs(List.of(PROCEDURE, TARGET, BACKGROUND, DONE, TOTAL, UNIT))
                .needs(List.of(STATE, ENDED_AT, SQL_STATE, VENDOR_CODE, MESSAGE))
                .map(row -> entry(row, alive));
        return seen.rows(database, pushed, DatabaseAuditLog.visibleTo(call.caller()), call::checkpoint);
    }

    private static Entry entry(Record row, Set<String> alive) {
        State state = State.valueOf(row.get(STATE));
        @Nullable Long done = row.get(DONE);
        return new Entry(
                new Told(
                        row.get(STATEMENT_ID),
                        row.get(PROCEDURE),
                        row.get(TARGET),
                        row.get(BACKGROUND),
                        done == null ? null : new Progress(done, row.get(TOTAL), row.get(UNIT))),
                row.get(USER_NAME),
                state,
                state == State.STARTED && !alive.contains(row.get(GATEWAY_ID)),
                row.get(STARTED_AT),
                row.get(ENDED_AT),
                row.get(GATEWAY_ID),
                row.get(SQL_STATE),
                row.get(VENDOR_CODE),
                row.get(MESSAGE));
    }

    @Override
    public boolean askToStop(String statementId, Caller caller) {
        Condition own = caller.mayStopOthers() ? DSL.noCondition() : USER_NAME.eq(clean(caller.user()));
        var theirs = DSL.select(STATEMENT_ID)
                .from(STATEMENT)
                .where(STATEMENT_ID.eq(clean(statementId)))
                .and(STATE.eq(State.STARTED.name()))
                .and(own);
        return database.write(dsl -> dsl.update(JOB)
                        .set(STOP_ASKED_BY, clean(caller.user()))
                        .where(STATEMENT_ID.in(theirs))
                        .execute()
                > 0);
    }

    @Override
    public Map<String, String> askedToStop(Set<String> statementIds) {
        return database.read(dsl -> dsl.select(STATEMENT_ID, STOP_ASKED_BY)
                .from(JOB)
                .where(STOP_ASKED_BY.isNotNull().and(STATEMENT_ID.in(statementIds)))
                .fetchMap(STATEMENT_ID, STOP_ASKED_BY));
    }
}
