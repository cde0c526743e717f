package io.strandline.store.database;

import static io.strandline.store.database.JournalTables.ACTION;
import static io.strandline.store.database.JournalTables.DETAIL;
import static io.strandline.store.database.JournalTables.EFFECT;
import static io.strandline.store.database.JournalTables.ENDED_AT;
import static io.strandline.store.database.JournalTables.GATEWAY_ID;
import static io.strandline.store.database.JournalTables.ID;
import static io.strandline.store.database.JournalTables.ORDINAL;
import static io.strandline.store.database.JournalTables.OWNER_ID;
import static io.strandline.store.database.JournalTables.PROOF;
import static io.strandline.store.database.JournalTables.REASON;
import static io.strandline.store.database.JournalTables.STARTED_AT;
import static io.strandline.store.database.JournalTables.STATE;
import static io.strandline.store.database.JournalTables.STATEMENT_ID;
import static io.strandline.store.database.JournalTables.TARGET;
import static io.strandline.store.database.JournalTables.USER_NAME;
import static io.strandline.store.database.JournalTables.clean;

import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Text;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.InsertSetMoreStep;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Rows of the table {@code effect}: each is a change's journal and its audit. */
final class EffectRows {
    /** Longest detail that is kept, in characters. */
    private static final int DETAIL_LIMIT = 8_192;

    static final StoredTable<Long, AuditEntry> SEEN = StoredTable.of(EFFECT, ID)
            .columns(ID, STATEMENT_ID, USER_NAME, ACTION, TARGET, PROOF, STATE, REASON, DETAIL)
            .columns(STARTED_AT, ENDED_AT, GATEWAY_ID)
            .map(EffectRows::entry);

    /** Named one by one, since only then does a time come as a time. */
    private static final List<Field<?>> OF_ENTRY = List.of(
            ID,
            STATEMENT_ID,
            USER_NAME,
            ACTION,
            TARGET,
            PROOF,
            STATE,
            REASON,
            DETAIL,
            STARTED_AT,
            ENDED_AT,
            GATEWAY_ID);

    private EffectRows() {}

    /** Whose effect a row is. */
    record Place(String statementId, int ordinal, String userName, String gatewayId) {}

    /** An effect that was begun and not ended. */
    record Started(long id, String statementId, Intent intent) {}

    /** Inserts the row of a change that is about to be made; returns its id. */
    static long begin(DSLContext dsl, Place place, Intent intent, Instant now) {
        return row(dsl, place, intent, State.STARTED, null, "", now)
                .returningResult(ID)
                .fetchSingle()
                .value1();
    }

    /** Inserts the row of a change that is not going to be made, unless it is there; returns it then. */
    static Optional<AuditEntry> refused(
            DSLContext dsl, Place place, Intent intent, Outcome.Refused outcome, Instant now) {
        return row(dsl, place, intent, State.REFUSED, outcome.reason(), outcome.detail(), now)
                .set(ENDED_AT, now)
                .onConflict(STATEMENT_ID, ORDINAL)
                .doNothing()
                .returningResult(OF_ENTRY)
                .fetchOptional(EffectRows::entry);
    }

    private static InsertSetMoreStep<Record> row(
            DSLContext dsl,
            Place place,
            Intent intent,
            State state,
            @Nullable String reason,
            String detail,
            Instant now) {
        return dsl.insertInto(EFFECT)
                .set(STATEMENT_ID, clean(place.statementId()))
                .set(ORDINAL, place.ordinal())
                .set(USER_NAME, clean(place.userName()))
                .set(ACTION, clean(intent.action()))
                .set(TARGET, clean(intent.target()))
                .set(PROOF, clean(intent.proof()))
                .set(STATE, state.name())
                .set(REASON, reason)
                .set(DETAIL, clean(Text.cut(detail, DETAIL_LIMIT)))
                .set(STARTED_AT, now)
                .set(GATEWAY_ID, place.gatewayId())
                .set(OWNER_ID, place.gatewayId());
    }

    /** Ends the row, unless it says that outcome; returns it then. */
    static Optional<AuditEntry> end(DSLContext dsl, long id, Outcome outcome, Instant now) {
        Condition saysOtherwise = STATE.ne(state(outcome).name())
                .or(REASON.isDistinctFrom(outcome.reason()))
                .or(DETAIL.ne(detail(outcome)));
        return end(dsl, id, saysOtherwise, outcome, now);
    }

    private static String detail(Outcome outcome) {
        return clean(Text.cut(outcome.detail(), DETAIL_LIMIT));
    }

    /** Ends the row, if the condition holds of it; returns it then. */
    static Optional<AuditEntry> end(DSLContext dsl, long id, Condition condition, Outcome outcome, Instant now) {
        return dsl.update(EFFECT)
                .set(STATE, state(outcome).name())
                .set(REASON, outcome.reason())
                .set(DETAIL, detail(outcome))
                // a clock set back meanwhile makes no change end before it began
                .set(ENDED_AT, DSL.greatest(STARTED_AT, DSL.val(now, ENDED_AT)))
                .where(ID.eq(id))
                .and(condition)
                .returningResult(OF_ENTRY)
                .fetchOptional(EffectRows::entry);
    }

    /** Effects that this gateway has to end. */
    static List<Started> startedOf(DSLContext dsl, String ownerId) {
        return dsl.select(ID, STATEMENT_ID, ACTION, TARGET, PROOF)
                .from(EFFECT)
                .where(STATE.eq(State.STARTED.name()).and(OWNER_ID.eq(ownerId)))
                .orderBy(ID)
                .fetch(row -> new Started(
                        row.get(ID),
                        row.get(STATEMENT_ID),
                        new Intent(row.get(ACTION), row.get(TARGET), row.get(PROOF))));
    }

    /** States of all effects of a statement. */
    static List<State> statesOf(DSLContext dsl, String statementId) {
        return dsl.select(STATE)
                .from(EFFECT)
                .where(STATEMENT_ID.eq(clean(statementId)))
                .fetch(row -> State.valueOf(row.value1()));
    }

    /** The state of a row that ended so. */
    static State state(Outcome outcome) {
        if (outcome instanceof Outcome.Done) {
            return State.DONE;
        }
        return outcome instanceof Outcome.Refused ? State.REFUSED : State.UNKNOWN;
    }

    private static AuditEntry entry(Record row) {
        return new AuditEntry(
                row.get(ID),
                row.get(STATEMENT_ID),
                row.get(USER_NAME),
                row.get(ACTION),
                row.get(TARGET),
                row.get(PROOF),
                State.valueOf(row.get(STATE)),
                row.get(REASON),
                row.get(DETAIL),
                row.get(STARTED_AT),
                row.get(ENDED_AT),
                row.get(GATEWAY_ID));
    }
}
