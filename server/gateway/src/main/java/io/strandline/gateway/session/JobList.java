package io.strandline.gateway.session;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.Jobs;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** The jobs that this gateway runs or remembers, and those of others that the store has: each once, as who ran it knows it. */
final class JobList {
    private final Sessions sessions;
    private final Jobs jobs;

    JobList(Sessions sessions, Jobs jobs) {
        this.sessions = sessions;
        this.jobs = jobs;
    }

    /** Those the caller may see: running ones of this gateway, its recent ones, then others from the store. */
    Stream<JobRow> rows(Wanted wanted, CallContext call) {
        Instant now = sessions.now();
        Optional<Set<Object>> ids = wanted.among("job_id");
        Set<String> known = new HashSet<>();
        List<JobRow> here = new ArrayList<>();
        for (Execution execution : sessions.executions().jobs(call.caller())) {
            if (known.add(execution.id()) && (ids.isEmpty() || ids.orElseThrow().contains(execution.id()))) {
                execution.told().ifPresent(told -> here.add(row(told, execution.row(), now)));
            }
        }
        return Stream.concat(
                here.stream(),
                jobs.jobs(forStore(wanted), call)
                        .filter(job -> !known.contains(job.told().statementId()))
                        .map(job -> row(job, now)));
    }

    private static Wanted forStore(Wanted wanted) {
        return new Wanted(
                Set.of(),
                wanted.conditions().stream()
                        .filter(condition -> condition.column().equals("job_id"))
                        .map(condition -> new Condition("statement_id", condition.operator(), condition.values()))
                        .toList(),
                List.of(),
                OptionalLong.empty());
    }

    private JobRow row(Jobs.Told told, StatementRow statement, Instant now) {
        return new JobRow(
                told,
                statement.userName(),
                statement.state(),
                statement.startedAt(),
                statement.endedAt(),
                jobs.gatewayId(),
                statement.sqlState(),
                statement.error(),
                now);
    }

    private static JobRow row(Jobs.Entry job, Instant now) {
        return new JobRow(
                job.told(),
                job.userName(),
                stateOf(job),
                job.startedAt(),
                job.endedAt(),
                job.gatewayId(),
                job.sqlState(),
                job.message(),
                now);
    }

    /** The same words as for this gateway's own: one that changed nothing says by its error why. */
    private static ExecutionState stateOf(Jobs.Entry job) {
        return switch (job.state()) {
            case STARTED -> job.abandoned() ? ExecutionState.STARTED : ExecutionState.RUNNING;
            case DONE -> ExecutionState.DONE;
            case UNKNOWN -> ExecutionState.UNKNOWN;
            case REFUSED ->
                job.sqlState() == null
                        ? ExecutionState.REFUSED
                        : ErrorCode.ofVendorCode(job.vendorCode())
                                .map(ExecutionState::of)
                                .orElse(ExecutionState.REFUSED);
        };
    }
}
