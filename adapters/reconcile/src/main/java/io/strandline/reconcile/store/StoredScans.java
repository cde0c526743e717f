package io.strandline.reconcile.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.common.CallContext;
import io.strandline.common.Failpoint;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.Scans;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.time.Instant;
import java.util.stream.Stream;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** Scans in the store's table {@code scan}. */
public final class StoredScans implements Scans {
    private static final Table<Record> SCAN = table(name("scan"));
    private static final Field<Long> ID = number("scan_id");
    private static final Field<String> CONNECTION = text("connection_name");
    private static final Field<String> CATALOG = text("catalog_name");
    private static final Field<String> NAMESPACE = text("namespace");
    private static final Field<String> STATEMENT_ID = text("statement_id");
    private static final Field<String> REQUESTED_BY = text("requested_by");
    private static final Field<Instant> STARTED_AT = field(name("started_at"), StoredTable.TIME);
    private static final Field<Instant> ENDED_AT = field(name("ended_at"), StoredTable.TIME);
    private static final Field<Long> TABLES = number("tables_listed");
    private static final Field<Long> REGISTRATIONS = number("registrations_read");
    private static final Field<Boolean> TRUNCATED = field(name("truncated"), SQLDataType.BOOLEAN);
    private static final Field<Long> ORPHANS = number("orphans");
    private static final Field<Long> MISSING = number("missing");
    private static final Field<Long> DRIFTED = number("drifted");
    private static final Field<Long> METADATA_MISSING = number("metadata_missing");
    private static final Field<Long> OTHERS = number("others");
    private static final Field<Long> PROVABLE = number("provable");
    private static final Field<Long> FAILED_LOOKUPS = number("failed_lookups");
    private static final Field<String> ERROR = text("error");

    private static final StoredTable<Long, Scan> SEEN = StoredTable.of(SCAN, ID)
            .columns(ID, CONNECTION, CATALOG, NAMESPACE, STATEMENT_ID, REQUESTED_BY, STARTED_AT, ENDED_AT)
            .columns(TABLES, REGISTRATIONS, TRUNCATED, ORPHANS, MISSING, DRIFTED, METADATA_MISSING, OTHERS)
            .columns(PROVABLE, FAILED_LOOKUPS, ERROR)
            .map(StoredScans::scan);

    private final StoreDatabase store;

    /** On that store, opened with the module {@code reconcile}. */
    public StoredScans(StoreDatabase store) {
        this.store = store;
    }

    private static Field<String> text(String column) {
        return field(name(column), SQLDataType.CLOB);
    }

    private static Field<Long> number(String column) {
        return field(name(column), SQLDataType.BIGINT);
    }

    @Override
    public void insert(Scan scan) {
        store.change(dsl -> {
            dsl.insertInto(SCAN)
                    .set(CONNECTION, scan.connection())
                    .set(CATALOG, scan.catalog())
                    .set(NAMESPACE, scan.namespace())
                    .set(STATEMENT_ID, scan.statementId())
                    .set(REQUESTED_BY, scan.requestedBy())
                    .set(STARTED_AT, scan.startedAt())
                    .set(ENDED_AT, scan.endedAt())
                    .set(TABLES, scan.tables())
                    .set(REGISTRATIONS, scan.registrations())
                    .set(TRUNCATED, scan.truncated())
                    .set(ORPHANS, scan.orphans())
                    .set(MISSING, scan.missing())
                    .set(DRIFTED, scan.drifted())
                    .set(METADATA_MISSING, scan.metadataMissing())
                    .set(OTHERS, scan.others())
                    .set(PROVABLE, scan.provable())
                    .set(FAILED_LOOKUPS, scan.failedLookUps())
                    .set(ERROR, scan.error())
                    .onConflictDoNothing()
                    .execute();
            Failpoint.SCAN_UNCOMMITTED.reach();
        });
    }

    @Override
    public boolean has(String statementId) {
        return store.read(dsl -> dsl.fetchExists(SCAN, STATEMENT_ID.eq(statementId)));
    }

    @Override
    public Stream<Scan> read(Wanted wanted, CallContext call) {
        return SEEN.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    private static Scan scan(Record row) {
        return new Scan(
                row.get(ID),
                row.get(CONNECTION),
                row.get(CATALOG),
                row.get(NAMESPACE),
                row.get(STATEMENT_ID),
                row.get(REQUESTED_BY),
                row.get(STARTED_AT),
                row.get(ENDED_AT),
                row.get(TABLES),
                row.get(REGISTRATIONS),
                row.get(TRUNCATED),
                row.get(ORPHANS),
                row.get(MISSING),
                row.get(DRIFTED),
                row.get(METADATA_MISSING),
                row.get(OTHERS),
                row.get(PROVABLE),
                row.get(FAILED_LOOKUPS),
                row.get(ERROR));
    }
}
