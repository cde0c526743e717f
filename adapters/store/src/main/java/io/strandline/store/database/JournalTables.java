package io.strandline.store.database;

import java.time.Instant;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** Names and types of the journal's tables, as {@code db/store} makes them. Times are kept as milliseconds since 1970. */
final class JournalTables {
    static final Table<Record> GATEWAY = DSL.table(DSL.name("gateway"));
    static final Table<Record> STATEMENT = DSL.table(DSL.name("statement"));
    static final Table<Record> EFFECT = DSL.table(DSL.name("effect"));

    // of all three
    static final Field<String> GATEWAY_ID = text("gateway_id");
    static final Field<Instant> STARTED_AT = time("started_at");
    static final Field<Instant> ENDED_AT = time("ended_at");

    // of gateway
    static final Field<String> HOST = text("host");
    static final Field<Long> PROCESS_ID = number("process_id");
    static final Field<Instant> LEASE_UNTIL = time("lease_until");
    static final Field<Long> LEASE_MILLIS = number("lease_until");

    // of statement and effect
    static final Field<Long> ID = number("id");
    static final Field<String> STATEMENT_ID = text("statement_id");
    static final Field<String> USER_NAME = text("user_name");
    static final Field<String> STATE = text("state");
    static final Field<String> OWNER_ID = text("owner_id");

    // of statement
    static final Field<String> KEY = text("idempotency_key");
    static final Field<String> REQUEST_HASH = text("request_hash");
    static final Field<String> TEXT = text("statement_text");
    static final Field<Boolean> KEEPS_ANSWER = DSL.field(DSL.name("keeps_answer"), SQLDataType.BOOLEAN);
    static final Field<String> ANSWER = text("answer");
    static final Field<String> SQL_STATE = text("sql_state");
    static final Field<Integer> VENDOR_CODE = DSL.field(DSL.name("vendor_code"), SQLDataType.INTEGER);
    static final Field<String> MESSAGE = text("message");

    // of effect
    static final Field<Integer> ORDINAL = DSL.field(DSL.name("ordinal"), SQLDataType.INTEGER);
    static final Field<String> ACTION = text("action");
    static final Field<String> TARGET = text("target");
    static final Field<String> PROOF = text("proof");
    static final Field<String> REASON = text("reason");
    static final Field<String> DETAIL = text("detail");

    private JournalTables() {}

    private static Field<String> text(String name) {
        return DSL.field(DSL.name(name), SQLDataType.CLOB);
    }

    private static Field<Long> number(String name) {
        return DSL.field(DSL.name(name), SQLDataType.BIGINT);
    }

    private static Field<Instant> time(String name) {
        return DSL.field(DSL.name(name), StoredTable.TIME);
    }

    /** Text as both databases take it: PostgreSQL has no U+0000, which is shown as its symbol. */
    static String clean(String text) {
        return text.indexOf('\0') < 0 ? text : text.replace('\0', '\u2400');
    }
}
