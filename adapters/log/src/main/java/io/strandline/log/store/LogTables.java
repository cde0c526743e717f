package io.strandline.log.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The log's tables in the store, as its migrations make them. */
final class LogTables {
    static final Table<Record> EVENT_LOG = table(name("event_log"));
    static final Table<Record> PARTITION = table(name("event_partition"));
    static final Table<Record> EVENT = table(name("event"));

    static final Field<Long> LOG_ID = number("log_id");
    static final Field<String> LOG_NAME = text("log_name");
    static final Field<String> KIND = text("kind");
    static final Field<Long> PARTITIONS = number("partitions");

    static final Field<String> IDENTITY = text("identity");

    static final Field<Long> PARTITION_NO = number("partition_no");
    static final Field<Long> HIGH_MARK = number("high_mark");
    static final Field<Long> LOW_MARK = number("low_mark");
    static final Field<Long> LOST_BEFORE = number("lost_before");
    static final Field<Long> COMPACTED_TO = number("compacted_to");
    static final Field<Long> LAST_TIME = number("last_time");

    static final Field<Long> EVENT_NO = number("event_no");
    static final Field<Long> EVENT_TIME = number("event_time");
    static final Field<Long> KEY_HASH = number("key_hash");
    static final Field<byte[]> EVENT_KEY = field(name("event_key"), SQLDataType.BLOB);
    static final Field<byte[]> EVENT_VALUE = field(name("event_value"), SQLDataType.BLOB);

    private LogTables() {}

    private static Field<Long> number(String column) {
        return field(name(column), SQLDataType.BIGINT);
    }

    private static Field<String> text(String column) {
        return field(name(column), SQLDataType.CLOB);
    }
}
