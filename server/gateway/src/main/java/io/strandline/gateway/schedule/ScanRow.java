package io.strandline.gateway.schedule;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code reconcile.schedules}.
 *
 * @param lastScanAt when the last scan that this gateway knows of began; null if it knows none
 * @param statementId the statement that runs now; null if none does here
 * @param error of the last scan, if it failed
 */
record ScanRow(
        ScanSetting setting,
        String state,
        @Nullable Instant nextScanAt,
        @Nullable Instant lastScanAt,
        int failures,
        @Nullable String statementId,
        @Nullable String error) {}
