package io.strandline.manifest.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.store.database.StoredTable;
import java.math.BigDecimal;
import java.time.Instant;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/** The index's tables in the store, as its migrations make them. */
final class Tables {
    static final Table<Record> DATASET = table(name("manifest_dataset"));
    static final Table<Record> DELETED = table(name("manifest_deleted"));
    static final Table<Record> DATASET_SEEN = table(name("manifest_dataset_seen"));
    static final Table<Record> VERSION_SEEN = table(name("manifest_version_seen"));

    static final Field<Long> DATASET_ID = field(name("dataset_id"), SQLDataType.BIGINT);
    static final Field<String> IDENTITY = text("identity");
    static final Field<String> PLACE_KEY = text("place_key");
    static final Field<String> BASE_URI = text("base_uri");
    static final Field<Boolean> TAKES_IN = field(name("takes_in"), SQLDataType.BOOLEAN);
    static final Field<String> SCHEME = text("scheme");
    static final Field<Instant> OPENED_AT = field(name("opened_at"), StoredTable.TIME);
    static final Field<BigDecimal> LATEST_VERSION = field(name("latest_version"), StoredTable.UNSIGNED);
    static final Field<Long> VERSION_COUNT = field(name("version_count"), SQLDataType.BIGINT);
    static final Field<Instant> DELETED_AT = field(name("deleted_at"), StoredTable.TIME);
    static final Field<Long> VERSION_ID = field(name("version_id"), SQLDataType.BIGINT);
    static final Field<BigDecimal> VERSION = field(name("version"), StoredTable.UNSIGNED);
    static final Field<String> PATH = text("path");
    static final Field<Long> SIZE_BYTES = field(name("size_bytes"), SQLDataType.BIGINT);
    static final Field<String> COMMIT_ID = text("commit_id");
    static final Field<String> STATE = text("state");
    static final Field<String> COMMITTER = text("committer");
    static final Field<Instant> COMMITTED_AT = field(name("committed_at"), StoredTable.TIME);

    private Tables() {}

    private static Field<String> text(String column) {
        return field(name(column), SQLDataType.CLOB);
    }
}
