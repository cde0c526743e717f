package io.strandline.sink.store;

import static io.strandline.sink.store.RunTables.ACCEPTED;
import static io.strandline.sink.store.RunTables.COALESCED;
import static io.strandline.sink.store.RunTables.DROPPED;
import static io.strandline.sink.store.RunTables.ENDED_AT;
import static io.strandline.sink.store.RunTables.FAILED;
import static io.strandline.sink.store.RunTables.FORGOTTEN;
import static io.strandline.sink.store.RunTables.OFFERED;
import static io.strandline.sink.store.RunTables.QUARANTINED;
import static io.strandline.sink.store.RunTables.ROLLED_BACK_AT;
import static io.strandline.sink.store.RunTables.RUN_NUMBER;
import static io.strandline.sink.store.RunTables.SINK_ID;
import static io.strandline.sink.store.RunTables.SINK_RUN;
import static io.strandline.sink.store.RunTables.SKIPPED;
import static io.strandline.sink.store.RunTables.STATE;
import static io.strandline.sink.store.RunTables.TOKEN;
import static io.strandline.sink.store.RunTables.UNDO_LEFT;

import io.strandline.sink.RunState;
import io.strandline.store.database.StoreDatabase;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;

/**
 * Runs that ended long ago are let go of, with the rows that are kept of them. A run stays while it can be undone, and while one
 * before it on its sink can: a rollback looks at what was written since (SNK-11). It stays too while what undoes it is not
 * dropped.
 */
final class OldRuns {
    /** Runs of one transaction: each may have many rows in quarantine. */
    private static final int AT_ONCE = 100;

    private static final Table<Record> EARLIER = SINK_RUN.as("earlier");

    private OldRuns() {}

    /** Lets go of those that ended before that. */
    static void forget(StoreDatabase store, Instant before) {
        Condition old = ENDED_AT.lt(before).and(STATE.notIn(texts(RunState::isInFlight)));
        // with its record would go the only word of what its destination still keeps of it
        Condition unneeded = UNDO_LEFT
                .isFalse()
                .and(ROLLED_BACK_AT
                        .isNotNull()
                        .or(FORGOTTEN
                                .isTrue()
                                .and(changedNothing(SINK_RUN)
                                        .or(DSL.notExists(DSL.selectOne()
                                                .from(EARLIER)
                                                .where(of(EARLIER, SINK_ID).eq(of(SINK_RUN, SINK_ID)))
                                                .and(of(EARLIER, RUN_NUMBER).lt(of(SINK_RUN, RUN_NUMBER)))
                                                .and(of(EARLIER, FORGOTTEN).isFalse())
                                                .and(of(EARLIER, ROLLED_BACK_AT).isNull())
                                                .andNot(changedNothing(EARLIER)))))));
        List<Long> some;
        do {
            some = store.read(dsl -> dsl.select(RUN_NUMBER)
                    .from(SINK_RUN)
                    .where(old.and(unneeded))
                    .orderBy(RUN_NUMBER)
                    .limit(AT_ONCE)
                    .fetch(RUN_NUMBER));
            List<Long> these = some;
            if (!these.isEmpty()) {
                store.change(dsl ->
                        dsl.deleteFrom(SINK_RUN).where(RUN_NUMBER.in(these)).execute());
            }
        } while (some.size() == AT_ONCE);
    }

    /** What {@link io.strandline.sink.RunRecord#mayHaveLanded} denies. */
    static Condition changedNothing(Table<Record> run) {
        Field<Long> accounted = of(run, COALESCED)
                .plus(of(run, SKIPPED))
                .plus(of(run, FAILED))
                .plus(of(run, QUARANTINED))
                .plus(of(run, DROPPED));
        return of(run, STATE)
                .in(RunState.ABORTED.text(), RunState.CANCELLED.text(), RunState.FAILED.text())
                .and(of(run, ACCEPTED).eq(0L))
                .and(of(run, TOKEN).isNull())
                .and(of(run, OFFERED).eq(accounted));
    }

    private static <T> Field<T> of(Table<Record> table, Field<T> column) {
        return DSL.field(table.getQualifiedName().append(column.getName()), column.getDataType());
    }

    static List<String> texts(Predicate<RunState> which) {
        return Stream.of(RunState.values()).filter(which).map(RunState::text).toList();
    }
}
