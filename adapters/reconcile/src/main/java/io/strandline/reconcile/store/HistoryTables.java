package io.strandline.reconcile.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.store.database.StoredTable;
import java.time.Instant;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** The store's table {@code finding}. */
final class HistoryTables {
    static final Table<Record> FINDING = table(name("finding"));
    static final Field<Long> ID = number("finding_id");
    static final Field<String> CONNECTION = text("connection_name");
    static final Field<String> CATALOG = text("catalog_name");
    static final Field<String> NAMESPACE = text("namespace");
    static final Field<String> KIND = text("kind");
    static final Field<String> TABLE_NAME = text("table_name");
    static final Field<String> REGISTRATION_ID = text("registration_id");
    static final Field<String> SEVERITY = text("severity");
    static final Field<String> EXPECTED = text("expected");
    static final Field<String> ACTUAL = text("actual");
    static final Field<String> SOURCE_KIND = text("source_kind");
    static final Field<String> SOURCE_ID = text("source_id");
    static final Field<Boolean> PROVABLE = field(name("provable"), SQLDataType.BOOLEAN);
    static final Field<String> DETAIL = text("detail");
    static final Field<Instant> FIRST_SEEN = time("first_seen");
    static final Field<Instant> LAST_SEEN = time("last_seen");
    static final Field<Instant> RESOLVED_AT = time("resolved_at");
    static final Field<Long> TIMES_SEEN = number("times_seen");
    static final Field<Long> FIRST_SCAN = number("first_scan_id");
    static final Field<Long> LAST_SCAN = number("last_scan_id");
    static final Field<Long> RESOLVED_SCAN = number("resolved_scan_id");

    /** As the index {@code finding_open} has them. */
    static final Field<String> TABLE_KEY = orEmpty(TABLE_NAME);

    static final Field<String> REGISTRATION_KEY = orEmpty(REGISTRATION_ID);

    private HistoryTables() {}

    static Condition of(String connection, String namespace) {
        return CONNECTION.eq(connection).and(NAMESPACE.eq(namespace));
    }

    static Field<String> text(String column) {
        return field(name(column), SQLDataType.CLOB);
    }

    static Field<Long> number(String column) {
        return field(name(column), SQLDataType.BIGINT);
    }

    static Field<Instant> time(String column) {
        return field(name(column), StoredTable.TIME);
    }

    private static Field<String> orEmpty(Field<String> column) {
        return DSL.coalesce(column, DSL.inline(""));
    }
}
