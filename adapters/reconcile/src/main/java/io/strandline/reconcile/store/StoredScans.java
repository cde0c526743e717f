package io.strandline.reconcile.store;

import static io.strandline.reconcile.store.HistoryTables.number;
import static io.strandline.reconcile.store.HistoryTables.text;
import static io.strandline.reconcile.store.HistoryTables.time;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.common.CallContext;
import io.strandline.common.Failpoint;
import io.strandline.reconcile.Coverage;
import io.strandline.reconcile.Finding;
import io.strandline.reconcile.NoticeRule;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.Scans;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/** Scans in the store's table {@code scan}, and what they found in {@code finding}. */
public final class StoredScans implements Scans {
    /** How long scans and resolved findings are kept, unless somebody says otherwise. */
    private static final Duration KEPT = Duration.ofDays(400);

    private static final Table<Record> SCAN = table(name("scan"));
    private static final Table<Record> TURN = table(name("scan_turn"));
    private static final Field<Long> TURNS = number("turns");
    private static final Field<Long> ID = number("scan_id");
    private static final Field<String> CONNECTION = text("connection_name");
    private static final Field<String> CATALOG = text("catalog_name");
    private static final Field<String> NAMESPACE = text("namespace");
    private static final Field<String> STATEMENT_ID = text("statement_id");
    private static final Field<String> REQUESTED_BY = text("requested_by");
    private static final Field<Instant> STARTED_AT = time("started_at");
    private static final Field<Instant> ENDED_AT = time("ended_at");
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
    private final Map<String, NoticeRule> rules;
    private final Duration kept;

    /** On that store, opened with the module {@code reconcile}; nobody is told of what is new. */
    public StoredScans(StoreDatabase store) {
        this(store, Map.of(), KEPT);
    }

    /**
     * On that store, opened with the module {@code reconcile}.
     *
     * @param rules by connection, of which new findings there are to be notices ({@link StoredOutbox})
     * @param kept how long scans and resolved findings are kept
     */
    public StoredScans(StoreDatabase store, Map<String, NoticeRule> rules, Duration kept) {
        this.store = store;
        this.rules = Map.copyOf(rules);
        this.kept = kept;
    }

    @Override
    public Stored insert(Scan scan, List<Finding> findings, Coverage coverage) {
        return store.write(dsl -> {
            takeTurn(dsl, scan);
            Long id = insert(dsl, scan);
            if (id == null) {
                return Stored.BEFORE;
            }
            forget(dsl, scan);
            Stored stored = new HistoryMerge(dsl, id, scan, coverage).merge(findings);
            NoticeRule rule = rules.get(scan.connection());
            if (rule != null && stored.opened() > 0) {
                stored = stored.withUntold(StoredOutbox.put(dsl, scan, id, rule));
            }
            Failpoint.SCAN_UNCOMMITTED.reach();
            return stored;
        });
    }

    /** Locks the connection's namespace until the transaction ends, so that scans of it are stored one after the other. */
    private static void takeTurn(DSLContext dsl, Scan scan) {
        dsl.insertInto(TURN)
                .set(CONNECTION, scan.connection())
                .set(NAMESPACE, scan.namespace())
                .set(TURNS, 1L)
                .onConflict(CONNECTION, NAMESPACE)
                .doUpdate()
                .set(
                        TURNS,
                        field(name("scan_turn", "turns"), SQLDataType.BIGINT).plus(1))
                .execute();
    }

    /** Lets go of what the connection's namespace had long ago; what is open, or still to be told of, stays. */
    private void forget(DSLContext dsl, Scan scan) {
        Instant before = scan.endedAt().minus(kept);
        dsl.deleteFrom(HistoryTables.FINDING)
                .where(HistoryTables.of(scan.connection(), scan.namespace()).and(HistoryTables.RESOLVED_AT.lt(before)))
                .and(StoredOutbox.nothingToTell(dsl, HistoryTables.ID))
                .execute();
        dsl.deleteFrom(SCAN)
                .where(HistoryTables.of(scan.connection(), scan.namespace()).and(STARTED_AT.lt(before)))
                .and(ENDED_AT.lt(before))
                .execute();
    }

    /** The id given; null if the statement has a scan already. */
    private static @Nullable Long insert(DSLContext dsl, Scan scan) {
        int inserted = dsl.insertInto(SCAN)
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
        // SQLite would give back the id of an earlier row
        return inserted == 0
                ? null
                : dsl.select(ID)
                        .from(SCAN)
                        .where(STATEMENT_ID.eq(scan.statementId()))
                        .fetchOne(ID);
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
