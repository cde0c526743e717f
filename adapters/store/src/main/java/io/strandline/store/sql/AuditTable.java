package io.strandline.store.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.sqlkit.VirtualTable;
import io.strandline.store.AuditEntry;
import io.strandline.store.AuditLog;

/** Changes, made or refused, one row each (GW-1, GW-3, REC-13). */
final class AuditTable {
    private AuditTable() {}

    static VirtualTable<AuditEntry> of(AuditLog audit) {
        return VirtualTable.<AuditEntry>named(
                        "audit", "Changes that statements made or were refused, one row each. Readers see their own.")
                .column("id", bigint(), AuditEntry::id, "Number of the row; rises with time.")
                .column("statement_id", text(), AuditEntry::statementId, "Statement that asked for the change.")
                .column("user_name", text(), AuditEntry::userName, "User that asked for it.")
                .column("action", text(), AuditEntry::action, "Kind of change, such as reconcile.drop.")
                .column("target", text(), AuditEntry::target, "What is changed.")
                .column("proof", text(), AuditEntry::proof, "Why it may be changed, as JSON.")
                .column(
                        "state",
                        text(),
                        entry -> entry.state().name(),
                        "DONE, REFUSED (nothing was changed), UNKNOWN (the answer was lost), or STARTED while it runs.")
                .column("reason", text().orNull(), AuditEntry::reason, "Stable word for why; NULL for a plain success.")
                .column("detail", text(), AuditEntry::detail, "The case in words; empty if there is nothing to add.")
                .column("started_at", timestamp(), AuditEntry::startedAt, "When the change was begun.")
                .column(
                        "ended_at",
                        timestamp().orNull(),
                        AuditEntry::endedAt,
                        "When its outcome was known; NULL until then.")
                .column("gateway_id", text(), AuditEntry::gatewayId, "Gateway that began it.")
                .key("id")
                .pushesComparisons(
                        "id",
                        "statement_id",
                        "user_name",
                        "action",
                        "target",
                        "proof",
                        "state",
                        "reason",
                        "detail",
                        "started_at",
                        "ended_at",
                        "gateway_id")
                .sorts()
                .rows(audit::entries);
    }
}
