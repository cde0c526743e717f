package io.strandline.sink.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.common.CallContext;
import io.strandline.sink.RowNote;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunStore;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.stream.Stream;

/** Runs and the rows they did not write, as they are kept. */
final class RunTables {
    private RunTables() {}

    static VirtualTable<RunRecord> runs(RunStore store) {
        return VirtualTable.<RunRecord>named(
                        "runs", "Runs of sinks: each statement that wrote, and each run that was begun.")
                .columns(RunColumns.RUNS)
                .column(
                        "fix_sql",
                        text().orNull(),
                        run -> run.fixSql().orElse(null),
                        "The CALL that ends a run left in flight; NULL for one that has ended.")
                .key(RunColumns.RUN)
                .pushes(RunColumns.RUN, RunColumns.SINK, "statement_id", "state")
                .pushesComparisons("started_at")
                .rows(store::runs);
    }

    private static final Columns<RowNote> ROW = Columns.<RowNote>none()
            .column(RunColumns.RUN, text(), note -> note.run().text(), "Run that was offered the row.")
            .column(RunColumns.SINK, text(), RowNote::sink, "Its sink.")
            .column("row_number", bigint(), RowNote::row, "Which of the rows it was offered, from 0.");

    private static final Columns<RowNote> WHY = Columns.<RowNote>none()
            .column("reason", text(), RowNote::reason, "Why, in words.")
            .column("row_values", text(), RowNote::values, "The row as a JSON object, masked; cut where it is long.")
            .column("noted_at", timestamp(), RowNote::at, "When.");

    static VirtualTable<RowNote> rowErrors(RunStore store) {
        return VirtualTable.<RowNote>named("row_errors", "Rows that destinations did not take, the first of each run.")
                .columns(ROW)
                .columns(WHY)
                .key(RunColumns.RUN, "row_number")
                .pushes(RunColumns.RUN, RunColumns.SINK)
                .rows((wanted, call) -> visible(store.failedRows(wanted, call), call));
    }

    static VirtualTable<RowNote> quarantine(RunStore store) {
        return VirtualTable.<RowNote>named("quarantine", "Rows that rules of sinks kept aside.")
                .columns(ROW)
                .column("rule_name", text().orNull(), RowNote::rule, "The quality rule, contract or drift.")
                .columns(WHY)
                .key(RunColumns.RUN, "row_number")
                .pushes(RunColumns.RUN, RunColumns.SINK)
                .rows((wanted, call) -> visible(store.quarantinedRows(wanted, call), call));
    }

    /** Rows are of no connection: who is limited to some sees none. */
    private static <R> Stream<R> visible(Stream<R> rows, CallContext call) {
        return call.caller().grants().all() ? rows : rows.limit(0);
    }
}
