package io.strandline.gateway.session;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.sqlkit.VirtualTable;

/** What runs and what ran, and how it ended (GW-1, GW-2). */
final class StatementsTable {
    private StatementsTable() {}

    static VirtualTable<StatementRow> of(StatementHistory history) {
        return VirtualTable.<StatementRow>named(
                        "statements",
                        "Running and recent statements, and those of any gateway that changed something; readers see their"
                                + " own.")
                .column("statement_id", text(), StatementRow::statementId, "Unique id, rising with time.")
                .column(
                        "session_id",
                        text().orNull(),
                        StatementRow::sessionId,
                        "Session it ran in; NULL if it runs by itself, or ran in another process.")
                .column("user_name", text(), StatementRow::userName, "Login name of who ran it.")
                .column(
                        "kind",
                        text().orNull(),
                        StatementRow::kind,
                        "SELECT, INSERT, UPDATE, DELETE, CALL, SET, DDL or EXPLAIN; NULL if it could not be planned or is not known.")
                .column("text", text(), StatementRow::text, "The statement, secrets masked and cut when long.")
                .column(
                        "state",
                        text(),
                        row -> row.state().name(),
                        "RUNNING, DONE, REFUSED, FAILED, CANCELLED, UNKNOWN, or STARTED where another gateway has it.")
                .column(
                        "phase",
                        text().orNull(),
                        StatementRow::phase,
                        "What a running one does: planning, running, fetching or what its procedure says.")
                .column("started_at", timestamp(), StatementRow::startedAt, "When it was begun.")
                .column("ended_at", timestamp().orNull(), StatementRow::endedAt, "When it ended.")
                .column(
                        "elapsed_ms",
                        bigint().orNull(),
                        StatementRow::elapsedMillis,
                        "Milliseconds from its begin to its end or to now.")
                .column(
                        "planning_ms",
                        bigint().orNull(),
                        StatementRow::planningMillis,
                        "Milliseconds of these until it was planned.")
                .column(
                        "running_ms",
                        bigint().orNull(),
                        StatementRow::runningMillis,
                        "Milliseconds from then until its first rows were sent, or it ended; waits are among them.")
                .column(
                        "fetching_ms",
                        bigint().orNull(),
                        StatementRow::fetchingMillis,
                        "Milliseconds from its first rows to its last, its client's own among them; NULL if the first were"
                                + " all.")
                .column("rows_returned", bigint().orNull(), StatementRow::rowsReturned, "Rows sent to the client.")
                .column(
                        "idempotency_key",
                        text().orNull(),
                        StatementRow::idempotencyKey,
                        "Key that a changing statement ran under; run it again under this key to get its answer.")
                .column("sqlstate", text().orNull(), StatementRow::sqlState, "SQLSTATE of its error.")
                .column("error", text().orNull(), StatementRow::error, "Message of its error.")
                .key("statement_id")
                .pushes("statement_id", "idempotency_key")
                .rows((wanted, call) -> history.rows(wanted, call));
    }
}
