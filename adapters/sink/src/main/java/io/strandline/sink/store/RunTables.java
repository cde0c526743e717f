package io.strandline.sink.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.store.database.StoredTable;
import java.time.Instant;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The sink tables of the store, as their migrations make them. */
final class RunTables {
    static final Table<Record> SINK_RUN = table(name("sink_run"));
    static final Table<Record> SINK_ROW = table(name("sink_row"));

    static final Field<String> RUN_ID = text("run_id");
    static final Field<String> SINK_ID = text("sink_id");
    static final Field<String> CATALOG_NAME = text("catalog_name");
    static final Field<String> NAMESPACE = text("namespace");
    static final Field<String> TABLE_NAME = text("table_name");
    static final Field<String> CONNECTOR = text("connector");
    static final Field<String> DATASET_URI = text("dataset_uri");
    static final Field<String> WRITE_MODE = text("write_mode");
    static final Field<String> KEY_COLUMNS = text("key_columns");
    static final Field<String> STATE = text("state");
    static final Field<String> SCOPE = text("scope");
    static final Field<String> TOKEN = text("token");
    static final Field<String> PREVIOUS_TOKEN = text("previous_token");
    static final Field<String> LOCAL_OUTPUTS = text("local_outputs");
    static final Field<String> ACTOR = text("actor");
    static final Field<String> STATEMENT_ID = text("statement_id");
    static final Field<String> OWNER_ID = text("owner_id");
    static final Field<String> ERROR = text("error");
    static final Field<String> RULE_NAME = text("rule_name");
    static final Field<String> REASON = text("reason");
    static final Field<String> ROW_VALUES = text("row_values");
    static final Field<Long> RUN_NUMBER = field(name("run_number"), SQLDataType.BIGINT);
    static final Field<Long> OFFERED = field(name("offered"), SQLDataType.BIGINT);
    static final Field<Long> ACCEPTED = field(name("accepted"), SQLDataType.BIGINT);
    static final Field<Long> COALESCED = field(name("coalesced"), SQLDataType.BIGINT);
    static final Field<Long> SKIPPED = field(name("skipped"), SQLDataType.BIGINT);
    static final Field<Long> FAILED = field(name("failed"), SQLDataType.BIGINT);
    static final Field<Long> QUARANTINED = field(name("quarantined"), SQLDataType.BIGINT);
    static final Field<Long> DROPPED = field(name("dropped"), SQLDataType.BIGINT);
    static final Field<Long> ROUND_TRIPS = field(name("round_trips"), SQLDataType.BIGINT);
    static final Field<Long> NOTE_ID = field(name("note_id"), SQLDataType.BIGINT);
    static final Field<Long> ROW_NUMBER = field(name("row_number"), SQLDataType.BIGINT);
    static final Field<Instant> STARTED_AT = field(name("started_at"), StoredTable.TIME);
    static final Field<Instant> ENDED_AT = field(name("ended_at"), StoredTable.TIME);
    static final Field<Instant> ROLLED_BACK_AT = field(name("rolled_back_at"), StoredTable.TIME);
    static final Field<Instant> NOTED_AT = field(name("noted_at"), StoredTable.TIME);
    static final Field<Boolean> FORGOTTEN = field(name("forgotten"), SQLDataType.BOOLEAN);
    static final Field<Boolean> UNDO_LEFT = field(name("undo_left"), SQLDataType.BOOLEAN);

    private RunTables() {}

    private static Field<String> text(String column) {
        return field(name(column), SQLDataType.CLOB);
    }
}
