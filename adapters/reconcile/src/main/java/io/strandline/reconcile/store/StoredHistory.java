package io.strandline.reconcile.store;

import static io.strandline.reconcile.store.HistoryTables.ACTUAL;
import static io.strandline.reconcile.store.HistoryTables.CATALOG;
import static io.strandline.reconcile.store.HistoryTables.CONNECTION;
import static io.strandline.reconcile.store.HistoryTables.DETAIL;
import static io.strandline.reconcile.store.HistoryTables.EXPECTED;
import static io.strandline.reconcile.store.HistoryTables.FINDING;
import static io.strandline.reconcile.store.HistoryTables.FIRST_SCAN;
import static io.strandline.reconcile.store.HistoryTables.FIRST_SEEN;
import static io.strandline.reconcile.store.HistoryTables.ID;
import static io.strandline.reconcile.store.HistoryTables.KIND;
import static io.strandline.reconcile.store.HistoryTables.LAST_SCAN;
import static io.strandline.reconcile.store.HistoryTables.LAST_SEEN;
import static io.strandline.reconcile.store.HistoryTables.NAMESPACE;
import static io.strandline.reconcile.store.HistoryTables.PROVABLE;
import static io.strandline.reconcile.store.HistoryTables.REGISTRATION_ID;
import static io.strandline.reconcile.store.HistoryTables.RESOLVED_AT;
import static io.strandline.reconcile.store.HistoryTables.RESOLVED_SCAN;
import static io.strandline.reconcile.store.HistoryTables.SEVERITY;
import static io.strandline.reconcile.store.HistoryTables.SOURCE_ID;
import static io.strandline.reconcile.store.HistoryTables.SOURCE_KIND;
import static io.strandline.reconcile.store.HistoryTables.TABLE_NAME;
import static io.strandline.reconcile.store.HistoryTables.TIMES_SEEN;

import io.strandline.common.CallContext;
import io.strandline.reconcile.DriftDay;
import io.strandline.reconcile.FindingHistory;
import io.strandline.reconcile.PastFinding;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;

/** Findings of stored scans in the store's table {@code finding}. */
public final class StoredHistory implements FindingHistory {
    private static final List<Field<?>> FIELDS = List.of(
            ID,
            CONNECTION,
            CATALOG,
            NAMESPACE,
            KIND,
            TABLE_NAME,
            REGISTRATION_ID,
            SEVERITY,
            EXPECTED,
            ACTUAL,
            SOURCE_KIND,
            SOURCE_ID,
            PROVABLE,
            DETAIL,
            FIRST_SEEN,
            LAST_SEEN,
            RESOLVED_AT,
            TIMES_SEEN,
            FIRST_SCAN,
            LAST_SCAN,
            RESOLVED_SCAN);

    private static final StoredTable<Long, PastFinding> FINDINGS = StoredTable.of(FINDING, ID)
            .columns(FIELDS.toArray(Field<?>[]::new))
            .column("location", DSL.coalesce(ACTUAL, EXPECTED))
            .map(StoredHistory::finding);

    private final StoreDatabase store;

    /** On that store, opened with the module {@code reconcile}. */
    public StoredHistory(StoreDatabase store) {
        this.store = store;
    }

    @Override
    public Stream<PastFinding> findings(Wanted wanted, CallContext call) {
        return FINDINGS.rows(store, wanted, DSL.noCondition(), call::checkpoint);
    }

    @Override
    public Stream<DriftDay> daily(Wanted wanted, CallContext call) {
        call.checkpoint();
        return new Drift(wanted).days(store);
    }

    /** Those of these ids that there are. */
    static Map<Long, PastFinding> byId(DSLContext dsl, Collection<Long> ids) {
        return dsl.select(FIELDS).from(FINDING).where(ID.in(ids)).fetchMap(ID, StoredHistory::finding);
    }

    private static PastFinding finding(Record row) {
        return new PastFinding(
                row.get(ID),
                row.get(CONNECTION),
                row.get(CATALOG),
                row.get(NAMESPACE),
                row.get(KIND),
                row.get(TABLE_NAME),
                row.get(REGISTRATION_ID),
                row.get(SEVERITY),
                row.get(EXPECTED),
                row.get(ACTUAL),
                row.get(SOURCE_KIND),
                row.get(SOURCE_ID),
                row.get(PROVABLE),
                row.get(DETAIL),
                row.get(FIRST_SEEN),
                row.get(LAST_SEEN),
                row.get(RESOLVED_AT),
                row.get(TIMES_SEEN),
                row.get(FIRST_SCAN),
                row.get(LAST_SCAN),
                row.get(RESOLVED_SCAN));
    }
}
