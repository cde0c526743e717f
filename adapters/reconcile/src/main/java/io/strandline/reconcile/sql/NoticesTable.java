package io.strandline.reconcile.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.reconcile.Notice;
import io.strandline.reconcile.Outbox;
import io.strandline.sqlkit.VirtualTable;

/** What was, or is to be, posted to webhooks. */
final class NoticesTable {
    private NoticesTable() {}

    static VirtualTable<Notice> of(Outbox outbox) {
        return VirtualTable.<Notice>named(
                        "notices",
                        "New findings that a connection's webhook is told of, one row each; kept for a week.")
                .column("event_id", text(), Notice::eventId, "Id of the event, the same at each attempt.")
                .column("connection_name", text(), Notice::connection, "Connection whose webhook it is.")
                .column("finding_id", bigint(), Notice::findingId, "The finding, in findings_history.")
                .column("scan_id", bigint(), Notice::scanId, "Scan that found it.")
                .column(
                        "state",
                        text(),
                        notice -> notice.state().name(),
                        "PENDING, DELIVERED, REFUSED: put aside, and posted again one by one; or GIVEN_UP: the receiver wants"
                                + " no more, or it was tried for too long.")
                .column("attempts", bigint(), Notice::attempts, "How often it was posted.")
                .column(
                        "last_error",
                        text().orNull(),
                        Notice::lastError,
                        "Why the last failed attempt failed, or why it was given up.")
                .column("created_at", timestamp(), Notice::createdAt, "End of the scan that found it.")
                .column(
                        "next_attempt_at",
                        timestamp().orNull(),
                        Notice::nextAttemptAt,
                        "Not posted again before; NULL once it is delivered or given up.")
                .column(
                        "delivered_at",
                        timestamp().orNull(),
                        Notice::deliveredAt,
                        "When the receiver said that it has it; NULL if it did not.")
                .key("event_id")
                .pushesComparisons(
                        "event_id",
                        "connection_name",
                        "finding_id",
                        "scan_id",
                        "state",
                        "attempts",
                        "last_error",
                        "created_at")
                .rows(outbox::notices);
    }
}
