package io.strandline.gateway.session;

import io.strandline.common.Role;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A row of {@code runtime.sessions}. */
record SessionRow(
        String sessionId,
        String userName,
        Role role,
        @Nullable String applicationName,
        String clientAddress,
        String catalogName,
        String schemaName,
        String timeZone,
        boolean readOnly,
        boolean autoCommit,
        Instant openedAt,
        Instant lastUsedAt,
        int openStatements,
        long executed) {}
