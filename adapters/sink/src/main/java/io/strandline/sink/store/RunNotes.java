package io.strandline.sink.store;

import static io.strandline.sink.store.RunTables.NOTED_AT;
import static io.strandline.sink.store.RunTables.NOTE_ID;
import static io.strandline.sink.store.RunTables.REASON;
import static io.strandline.sink.store.RunTables.ROW_NUMBER;
import static io.strandline.sink.store.RunTables.ROW_VALUES;
import static io.strandline.sink.store.RunTables.RULE_NAME;
import static io.strandline.sink.store.RunTables.RUN_ID;
import static io.strandline.sink.store.RunTables.SINK_ID;
import static io.strandline.sink.store.RunTables.SINK_ROW;

import io.strandline.common.CallContext;
import io.strandline.sink.RowNote;
import io.strandline.sink.RunId;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoredTable;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Record;

/** Rows that runs did not write, in the store's table {@code sink_row}: those that failed and those in quarantine. */
final class RunNotes {
    /** Rows that failed are kept so many for each run; their count is in the run. */
    private static final int MOST_FAILED = 1_000;

    private static final StoredTable<Long, RowNote> NOTES = StoredTable.of(SINK_ROW, NOTE_ID)
            .columns(RUN_ID, SINK_ID, ROW_NUMBER, RULE_NAME, NOTED_AT)
            .needs(List.of(REASON, ROW_VALUES))
            .map(RunNotes::note);

    private final StoreDatabase store;

    RunNotes(StoreDatabase store) {
        this.store = store;
    }

    void failed(List<RowNote> rows) {
        RunId run = rows.get(0).run();
        store.change(dsl -> {
            int kept = dsl.fetchCount(SINK_ROW, RUN_ID.eq(run.text()).and(RULE_NAME.isNull()));
            insert(dsl, rows.subList(0, Math.max(0, Math.min(rows.size(), MOST_FAILED - kept))));
        });
    }

    void quarantined(List<RowNote> rows) {
        store.change(dsl -> insert(dsl, rows));
    }

    private static void insert(DSLContext dsl, List<RowNote> rows) {
        if (rows.isEmpty()) {
            return;
        }
        dsl.batch(rows.stream()
                        .map(row -> dsl.insertInto(SINK_ROW)
                                .set(RUN_ID, row.run().text())
                                .set(SINK_ID, row.sink())
                                .set(ROW_NUMBER, row.row())
                                .set(RULE_NAME, row.rule())
                                .set(REASON, RunRows.clean(row.reason()))
                                .set(ROW_VALUES, RunRows.clean(row.values()))
                                .set(NOTED_AT, row.at()))
                        .toList())
                .execute();
    }

    Stream<RowNote> failed(Wanted wanted, CallContext call) {
        return NOTES.rows(store, wanted, RULE_NAME.isNull(), call::checkpoint);
    }

    Stream<RowNote> quarantined(Wanted wanted, CallContext call) {
        return NOTES.rows(store, wanted, RULE_NAME.isNotNull(), call::checkpoint);
    }

    private static RowNote note(Record row) {
        return new RowNote(
                new RunId(row.get(RUN_ID)),
                row.get(SINK_ID),
                row.get(ROW_NUMBER),
                row.get(RULE_NAME),
                row.get(REASON),
                row.get(ROW_VALUES),
                row.get(NOTED_AT));
    }
}
