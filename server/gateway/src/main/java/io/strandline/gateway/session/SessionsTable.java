package io.strandline.gateway.session;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.common.Text;
import io.strandline.sqlkit.VirtualTable;

/** Who is connected (GW-6). */
final class SessionsTable {
    private SessionsTable() {}

    static VirtualTable<SessionRow> of(Sessions sessions) {
        return VirtualTable.<SessionRow>named("sessions", "Open sessions of this gateway; readers see their own.")
                .column("session_id", text(), SessionRow::sessionId, "Id of the session, chosen by its client.")
                .column("user_name", text(), SessionRow::userName, "Login name it belongs to.")
                .column(
                        "user_role",
                        text(),
                        row -> Text.lower(row.role().name()),
                        "What that user may do: reader, operator or admin.")
                .column(
                        "application_name",
                        text().orNull(),
                        SessionRow::applicationName,
                        "Name the client gave itself.")
                .column("client_address", text(), SessionRow::clientAddress, "Network address it was opened from.")
                .column("catalog_name", text(), SessionRow::catalogName, "Catalog of unqualified names.")
                .column("schema_name", text(), SessionRow::schemaName, "Schema of unqualified names.")
                .column("time_zone", text(), SessionRow::timeZone, "Zone in which zoned times print.")
                .column("read_only", bool(), SessionRow::readOnly, "Whether changes are refused.")
                .column("auto_commit", bool(), SessionRow::autoCommit, "Whether the client has auto-commit on.")
                .column("opened_at", timestamp(), SessionRow::openedAt, "When it was opened.")
                .column("last_used_at", timestamp(), SessionRow::lastUsedAt, "When its last request began or ended.")
                .column(
                        "open_statements",
                        integer(),
                        SessionRow::openStatements,
                        "Statements that are prepared or have rows left to fetch.")
                .column("executed", bigint(), SessionRow::executed, "Statements it has run.")
                .key("session_id")
                .rows((wanted, call) -> sessions.rows(call.caller()).stream());
    }
}
