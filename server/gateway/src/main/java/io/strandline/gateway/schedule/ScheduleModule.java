package io.strandline.gateway.schedule;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.sqlkit.Procedure;
import io.strandline.sqlkit.SqlModule;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.function.Supplier;

/** What schema {@code reconcile} says of scheduled scans. */
public final class ScheduleModule implements SqlModule {
    private final Supplier<ScanScheduler> scheduler;

    /** Over that scheduler, asked for when a row is read. */
    public ScheduleModule(Supplier<ScanScheduler> scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public String schema() {
        return "reconcile";
    }

    @Override
    public String remarks() {
        return "What differs between the tables of a connection and its registrations, and how to repair it.";
    }

    @Override
    public List<VirtualTable<?>> tables() {
        return List.of(VirtualTable.<ScanRow>named(
                        "schedules", "Connections that are compared at their times, as this gateway sees them.")
                .column("connection_name", text(), row -> row.setting().connection(), "Connection that is compared.")
                .column(
                        "every_ms",
                        bigint(),
                        row -> row.setting().every().toMillis(),
                        "Milliseconds from the begin of one scan to that of the next.")
                .column(
                        "jitter_ms",
                        bigint(),
                        row -> row.setting().jitter().toMillis(),
                        "Up to so many milliseconds are waited beyond that.")
                .column(
                        "state",
                        text(),
                        ScanRow::state,
                        "WAITING, RUNNING, or ELSEWHERE while another gateway compares it.")
                .column(
                        "next_scan_at",
                        timestamp().orNull(),
                        ScanRow::nextScanAt,
                        "When this gateway looks at it next; NULL while it does.")
                .column(
                        "last_scan_at",
                        timestamp().orNull(),
                        ScanRow::lastScanAt,
                        "When the last scan this gateway knows of began; reconcile.scans has all.")
                .column(
                        "failures",
                        integer(),
                        ScanRow::failures,
                        "Scans that failed in a row; each doubles the time to the next.")
                .column(
                        "statement_id",
                        text().orNull(),
                        ScanRow::statementId,
                        "Statement that runs now, in runtime.statements and runtime.jobs.")
                .column(
                        "error",
                        text().orNull(),
                        ScanRow::error,
                        "Error of the last scan, or of the call before or after it.")
                .key("connection_name")
                .rows((wanted, call) -> scheduler.get().rows().stream()));
    }

    @Override
    public List<Procedure<?>> procedures() {
        return List.of();
    }
}
