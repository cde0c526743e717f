package io.strandline.store;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One audited change, made or refused (GW-1, REC-13).
 *
 * @param id rises with time
 * @param state STARTED, DONE, REFUSED or UNKNOWN
 * @param reason stable word for why; null for a plain success
 * @param proof why it was allowed, as JSON
 */
public record AuditEntry(
        long id,
        String statementId,
        String userName,
        String action,
        String target,
        String proof,
        Journal.State state,
        @Nullable String reason,
        String detail,
        Instant startedAt,
        @Nullable Instant endedAt,
        String gatewayId) {}
