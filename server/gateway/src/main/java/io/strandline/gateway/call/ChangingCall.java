package io.strandline.gateway.call;

import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.ChangeRunner;
import io.strandline.gateway.sql.JournaledChange;
import io.strandline.gateway.sql.StatementCall;
import io.strandline.gateway.sql.StatementErrors;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.store.Journal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Runs a statement that changes something: at most once under its key, and its outcome can always be asked for (GW-1, GW-2).
 * Stateless and thread-safe.
 *
 * @param rows most rows of an answer
 */
record ChangingCall(Journal journal, int rows) implements ChangeRunner {
    /** The statement's own time limit ends a wait long before. */
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    @Override
    public Answer run(JournaledChange change, StatementExecution execution) {
        Journal.Claim claim = claim(request(change, keyOf(execution), execution), execution);
        if (claim instanceof Journal.Ended ended) {
            return new PastCall(change, ended.entry(), execution).answer();
        }
        return once(change, execution, ((Journal.Fresh) claim).running());
    }

    /** The key its client gave, or one of its own. */
    static String keyOf(StatementExecution execution) {
        return execution.idempotencyKey().orElseGet(() -> UUID.randomUUID().toString());
    }

    /** What the journal is told of an execution before it runs. */
    static Journal.Request request(JournaledChange change, String key, StatementExecution execution) {
        return new Journal.Request(
                execution.id(),
                execution.caller(),
                key,
                change.requestHash(),
                RequestText.shown(change.shown()),
                change.keepsAnswer(),
                execution.startedAt());
    }

    /** Claims the key, or waits until who holds it has ended. */
    Journal.Claim claim(Journal.Request request, StatementExecution execution) {
        execution.checkpoint();
        Journal.Claim claim = journal.claim(request);
        if (claim instanceof Journal.InFlight) {
            execution.phase("waiting");
            return new Journal.Ended(
                    journal.awaitEnd(request.caller().user(), request.key(), LONGEST_WAIT, execution::checkpoint));
        }
        return claim;
    }

    /** Runs what was claimed, and ends it. */
    Answer once(JournaledChange change, StatementExecution execution, Journal.Running running) {
        List<String> warnings = new ArrayList<>();
        try (StatementCall call = new StatementCall(new Noting(execution, warnings), running.effects())) {
            List<@Nullable Object[]> answer;
            try {
                answer = collect(change.run(call), call);
            } catch (Throwable e) {
                throw failed(StatementErrors.whileRunning(e), running);
            }
            succeed(change, running, new AnswerCodec.Kept(answer, List.copyOf(warnings)), call);
            return change.answer(answer.iterator(), call);
        }
    }

    /** All rows: the effects are made while they are read. Those beyond the bound are counted, not kept. */
    private List<@Nullable Object[]> collect(Iterator<@Nullable Object[]> source, StatementCall call) {
        List<@Nullable Object[]> kept = new ArrayList<>();
        long dropped = 0;
        while (source.hasNext()) {
            @Nullable Object[] row = source.next();
            if (kept.size() < rows) {
                kept.add(row);
            } else {
                dropped++;
            }
        }
        if (dropped > 0) {
            call.warn("The answer has " + dropped + " rows more than the " + rows
                    + " that limits.call-rows allows; they are left out. runtime.audit lists every change.");
        }
        return kept;
    }

    /** Ends it. A store that does not take the outcome takes nothing back: the caller is warned. */
    private static void succeed(
            JournaledChange change, Journal.Running running, AnswerCodec.Kept answer, StatementCall call) {
        try {
            running.succeed(change.keepsAnswer() ? new AnswerCodec(change.answerTypes()).write(answer) : null);
        } catch (StrandlineException e) {
            call.warn("The call of " + change.name() + " is done, but the store did not take its outcome yet: "
                    + StrandlineException.describe(e));
        }
    }

    /** Ends what failed, and gives the error its caller gets. */
    static StrandlineException failed(StrandlineException failure, Journal.Running running) {
        try {
            running.fail(failure.code().sqlState(), failure.code().vendorCode(), StrandlineException.describe(failure));
        } catch (RuntimeException e) {
            // The statement stays started in the journal and is resolved from there; its caller gets the first error.
            failure.addSuppressed(e);
        }
        return failure;
    }
}
