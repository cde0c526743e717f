package io.strandline.gateway.session;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Journal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The statements that this gateway runs or remembers, and those that the journal has of other processes: each once, as the
 * one who ran it knows it.
 */
final class StatementHistory {
    private static final Set<String> PUSHED = Set.of("statement_id", "idempotency_key");

    private final Executions executions;
    private final Journal journal;

    StatementHistory(Executions executions, Journal journal) {
        this.executions = executions;
        this.journal = journal;
    }

    /** Those that are wanted and the caller may see: running ones, recent ones, then others from the journal. */
    Stream<StatementRow> rows(Wanted wanted, CallContext call) {
        List<StatementRow> own = executions.rows(call.caller());
        Set<String> known = own.stream().map(StatementRow::statementId).collect(Collectors.toUnmodifiableSet());
        Optional<Set<Object>> ids = wanted.among("statement_id");
        Optional<Set<Object>> keys = wanted.among("idempotency_key");
        Stream<StatementRow> here = own.stream()
                .filter(row -> ids.isEmpty() || ids.orElseThrow().contains(row.statementId()))
                .filter(row -> keys.isEmpty()
                        || (row.idempotencyKey() != null && keys.orElseThrow().contains(row.idempotencyKey())));
        Stream<StatementRow> elsewhere = journal.statements(forJournal(wanted), call)
                .filter(entry -> !known.contains(entry.statementId()))
                .map(StatementHistory::row);
        return Stream.concat(here, elsewhere);
    }

    /** The conditions that the journal understands by the same names. */
    private static Wanted forJournal(Wanted wanted) {
        List<Condition> conditions = wanted.conditions().stream()
                .filter(condition -> PUSHED.contains(condition.column()))
                .toList();
        return new Wanted(Set.of(), conditions, List.of(), OptionalLong.empty());
    }

    private static StatementRow row(Journal.Entry entry) {
        Instant ended = entry.endedAt();
        return new StatementRow(
                entry.statementId(),
                null,
                entry.userName(),
                null,
                entry.text(),
                stateOf(entry),
                null,
                entry.startedAt(),
                ended,
                ended == null
                        ? null
                        : Duration.between(entry.startedAt(), ended).toMillis(),
                null,
                null,
                null,
                null,
                entry.key(),
                entry.sqlState(),
                entry.message());
    }

    private static ExecutionState stateOf(Journal.Entry entry) {
        return switch (entry.state()) {
            case STARTED -> ExecutionState.STARTED;
            case DONE -> ExecutionState.DONE;
            case REFUSED -> ExecutionState.REFUSED;
            case UNKNOWN -> ExecutionState.UNKNOWN;
        };
    }
}
