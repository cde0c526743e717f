package io.strandline.store.database;

import static io.strandline.store.database.JournalTables.ANSWER;
import static io.strandline.store.database.JournalTables.ENDED_AT;
import static io.strandline.store.database.JournalTables.GATEWAY_ID;
import static io.strandline.store.database.JournalTables.ID;
import static io.strandline.store.database.JournalTables.KEEPS_ANSWER;
import static io.strandline.store.database.JournalTables.KEY;
import static io.strandline.store.database.JournalTables.MESSAGE;
import static io.strandline.store.database.JournalTables.OWNER_ID;
import static io.strandline.store.database.JournalTables.REQUEST_HASH;
import static io.strandline.store.database.JournalTables.SQL_STATE;
import static io.strandline.store.database.JournalTables.STARTED_AT;
import static io.strandline.store.database.JournalTables.STATE;
import static io.strandline.store.database.JournalTables.STATEMENT;
import static io.strandline.store.database.JournalTables.STATEMENT_ID;
import static io.strandline.store.database.JournalTables.TEXT;
import static io.strandline.store.database.JournalTables.USER_NAME;
import static io.strandline.store.database.JournalTables.VENDOR_CODE;
import static io.strandline.store.database.JournalTables.clean;

import io.strandline.common.Text;
import io.strandline.store.Journal;
import io.strandline.store.Journal.Entry;
import io.strandline.store.Journal.State;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Rows of the table {@code statement}. */
final class StatementRows {
    /** Longest statement text that is kept, in characters. */
    static final int TEXT_LIMIT = 16_384;

    private static final List<Field<?>> OF_ENTRY = List.of(
            STATEMENT_ID,
            USER_NAME,
            KEY,
            REQUEST_HASH,
            TEXT,
            STATE,
            STARTED_AT,
            ENDED_AT,
            GATEWAY_ID,
            ANSWER,
            SQL_STATE,
            VENDOR_CODE,
            MESSAGE);

    static final StoredTable<Long, Entry> SEEN = StoredTable.of(STATEMENT, ID)
            .columns(STATEMENT_ID, USER_NAME, KEY, TEXT, STATE, STARTED_AT, ENDED_AT, GATEWAY_ID, SQL_STATE, MESSAGE)
            .needs(List.of(REQUEST_HASH, VENDOR_CODE))
            .map(row -> entry(row, null));

    private StatementRows() {}

    /**
     * Inserts a started row, unless the key has one that ended at {@code oldest} or later.
     *
     * @return the row that has the key already
     */
    static Optional<Entry> claim(DSLContext dsl, Journal.Request request, String gatewayId, Instant oldest) {
        if (insert(dsl, request, gatewayId)) {
            return Optional.empty();
        }
        Condition holder = holds(request.caller().user(), request.key());
        dsl.deleteFrom(STATEMENT).where(holder.and(ENDED_AT.lt(oldest))).execute();
        return insert(dsl, request, gatewayId) ? Optional.empty() : find(dsl, holder);
    }

    private static boolean insert(DSLContext dsl, Journal.Request request, String gatewayId) {
        return dsl.insertInto(STATEMENT)
                        .set(STATEMENT_ID, clean(request.statementId()))
                        .set(USER_NAME, clean(request.caller().user()))
                        .set(KEY, clean(request.key()))
                        .set(REQUEST_HASH, clean(request.requestHash()))
                        .set(TEXT, clean(Text.cut(request.text(), TEXT_LIMIT)))
                        .set(KEEPS_ANSWER, request.keepsAnswer())
                        .set(STATE, State.STARTED.name())
                        .set(STARTED_AT, request.startedAt())
                        .set(GATEWAY_ID, gatewayId)
                        .set(OWNER_ID, gatewayId)
                        .set(VENDOR_CODE, 0)
                        .onConflict(USER_NAME, KEY)
                        .doNothing()
                        .execute()
                == 1;
    }

    /** Which row has that user's key. */
    static Condition holds(String userName, String key) {
        return USER_NAME.eq(clean(userName)).and(KEY.eq(clean(key)));
    }

    /** The one row of which the condition holds. */
    static Optional<Entry> find(DSLContext dsl, Condition condition) {
        return dsl.select(OF_ENTRY).from(STATEMENT).where(condition).fetchOptional(StatementRows::entry);
    }

    /** Statements that this gateway has to end. */
    static List<Entry> startedOf(DSLContext dsl, String ownerId) {
        return dsl.select(OF_ENTRY)
                .from(STATEMENT)
                .where(STATE.eq(State.STARTED.name()).and(OWNER_ID.eq(ownerId)))
                .orderBy(ID)
                .fetch(StatementRows::entry);
    }

    /** Ends a row. */
    static void end(DSLContext dsl, Condition which, StatementEnd end) {
        dsl.update(STATEMENT)
                .set(STATE, end.state().name())
                // a clock set back meanwhile makes no statement end before it began
                .set(ENDED_AT, DSL.greatest(STARTED_AT, DSL.val(end.at(), ENDED_AT)))
                .set(ANSWER, end.answer() == null ? null : clean(end.answer()))
                .set(SQL_STATE, end.sqlState())
                .set(VENDOR_CODE, end.vendorCode())
                .set(MESSAGE, end.message() == null ? null : clean(end.message()))
                .where(which)
                .execute();
    }

    /** Forgets rows, and with them keys and answers, that ended before that time. */
    static void forgetEndedBefore(DSLContext dsl, Instant time) {
        dsl.deleteFrom(STATEMENT).where(ENDED_AT.lt(time)).execute();
    }

    private static Entry entry(Record row) {
        return entry(row, row.get(ANSWER));
    }

    private static Entry entry(Record row, @Nullable String answer) {
        return new Entry(
                row.get(STATEMENT_ID),
                row.get(USER_NAME),
                row.get(KEY),
                row.get(REQUEST_HASH),
                row.get(TEXT),
                State.valueOf(row.get(STATE)),
                row.get(STARTED_AT),
                row.get(ENDED_AT),
                row.get(GATEWAY_ID),
                answer,
                row.get(SQL_STATE),
                row.get(VENDOR_CODE),
                row.get(MESSAGE));
    }
}
