package io.strandline.gateway.session;

import io.strandline.common.Caller;
import io.strandline.sqlkit.Wanted;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The statements of this gateway that a query wants. */
final class StatementHistory {
    private final Executions executions;

    StatementHistory(Executions executions) {
        this.executions = executions;
    }

    /** Those the caller may see, running ones first. */
    Stream<StatementRow> rows(Wanted wanted, Caller caller) {
        Optional<Set<Object>> ids = wanted.among("statement_id");
        Optional<Set<Object>> keys = wanted.among("idempotency_key");
        return executions.rows(caller).stream()
                .filter(row -> ids.isEmpty() || ids.orElseThrow().contains(row.statementId()))
                .filter(row -> keys.isEmpty()
                        || (row.idempotencyKey() != null && keys.orElseThrow().contains(row.idempotencyKey())));
    }
}
