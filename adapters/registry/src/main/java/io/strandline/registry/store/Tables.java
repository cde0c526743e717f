package io.strandline.registry.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.store.database.StoredTable;
import java.time.Instant;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The registry's tables in the store, as its migrations make them. */
final class Tables {
    static final Table<Record> REGISTRATION = table(name("registration"));
    static final Table<Record> SOURCE = table(name("source"));
    static final Table<Record> TABLE_SINK = table(name("table_sink"));

    static final Field<String> REGISTRATION_ID = text("registration_id");
    static final Field<String> CONNECTION_NAME = text("connection_name");
    static final Field<String> CATALOG_NAME = text("catalog_name");
    static final Field<String> NAMESPACE = text("namespace");
    static final Field<String> TABLE_NAME = text("table_name");
    static final Field<String> FOLDED_NAME = text("folded_name");
    static final Field<String> LOCATION = text("location");
    static final Field<String> SOURCE_KIND = text("source_kind");
    static final Field<String> SOURCE_ID = text("source_id");
    static final Field<String> REGISTERED_BY = text("registered_by");
    static final Field<Instant> REGISTERED_AT = field(name("registered_at"), StoredTable.TIME);
    static final Field<String> LAST_ERROR = text("last_error");
    static final Field<String> TABLE_UUID = text("table_uuid");
    static final Field<Boolean> FOLLOWS = field(name("follows"), SQLDataType.BOOLEAN);
    static final Field<Long> ID = field(name("id"), SQLDataType.BIGINT);
    static final Field<String> OBJECT_LOCATION = text("object_location");
    static final Field<String> DIRECTORY = text("directory");
    static final Field<String> PATH_KEY = text("path_key");
    static final Field<String> PLACE_KEY = text("place_key");
    static final Field<String> SINK_ID = text("sink_id");
    static final Field<String> ENGINE = text("engine");
    static final Field<String> APPLICATION = text("application");
    static final Field<String> DESCRIPTION = text("description");

    private Tables() {}

    private static Field<String> text(String column) {
        return field(name(column), SQLDataType.CLOB);
    }
}
