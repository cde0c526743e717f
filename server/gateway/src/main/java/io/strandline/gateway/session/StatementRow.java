package io.strandline.gateway.session;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code runtime.statements}.
 *
 * @param sessionId null if it runs by itself, or ran in another process
 * @param kind null if it could not be planned, or is not known
 * @param text masked and cut
 * @param phase what a running one does now; null for one that ended
 */
record StatementRow(
        String statementId,
        @Nullable String sessionId,
        String userName,
        @Nullable String kind,
        String text,
        ExecutionState state,
        @Nullable String phase,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Long elapsedMillis,
        @Nullable Long planningMillis,
        @Nullable Long runningMillis,
        @Nullable Long fetchingMillis,
        @Nullable Long rowsReturned,
        @Nullable String idempotencyKey,
        @Nullable String sqlState,
        @Nullable String error) {}
