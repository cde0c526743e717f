package io.strandline.gateway.session;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.sqlkit.VirtualTable;

/** Long calls: how far they are and how they ended (GW-3). */
final class JobsTable {
    private JobsTable() {}

    static VirtualTable<JobRow> of(JobList jobs) {
        return VirtualTable.<JobRow>named(
                        "jobs",
                        "Calls in the background, and others that say how far they are, of any gateway; readers see their"
                                + " own.")
                .column(
                        "job_id",
                        text(),
                        row -> row.told().statementId(),
                        "Id of its statement in runtime.statements and runtime.audit; CALL kill_statement stops it.")
                .column("procedure_name", text(), row -> row.told().procedure(), "Schema and name of what is called.")
                .column(
                        "target",
                        text().orNull(),
                        row -> row.told().target(),
                        "What it works on, such as a connection; NULL if that is not known.")
                .column("user_name", text(), JobRow::userName, "Login name of who asked for it.")
                .column("is_background", bool(), row -> row.told().background(), "Whether it runs by itself.")
                .column(
                        "state",
                        text(),
                        row -> row.state().name(),
                        "RUNNING, DONE, REFUSED, FAILED, CANCELLED, UNKNOWN, or STARTED where its gateway died and what"
                                + " became of it is not known yet.")
                .column("done", bigint().orNull(), JobRow::done, "How much is done; NULL until it says.")
                .column("total", bigint().orNull(), JobRow::total, "How much there is to do; NULL if not known.")
                .column("unit", text().orNull(), JobRow::unit, "What is counted, such as tables.")
                .column(
                        "eta",
                        timestamp().orNull(),
                        JobRow::eta,
                        "When it ends if it goes on as until now; NULL if that cannot be told.")
                .column("started_at", timestamp(), JobRow::startedAt, "When it was begun.")
                .column("ended_at", timestamp().orNull(), JobRow::endedAt, "When it ended.")
                .column("gateway_id", text(), JobRow::gatewayId, "Gateway that runs it.")
                .column("sqlstate", text().orNull(), JobRow::sqlState, "SQLSTATE of its error.")
                .column("error", text().orNull(), JobRow::error, "Message of its error.")
                .key("job_id")
                .pushes("job_id")
                .rows((wanted, call) -> jobs.rows(wanted, call));
    }
}
