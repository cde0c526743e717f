package io.strandline.gateway.call;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.Background;
import io.strandline.gateway.sql.StatementErrors;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Procedure;
import io.strandline.store.Journal;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Starts calls in the background. The call that asks is a changing statement whose one change is that the job exists: the
 * job is a journaled statement of its own (GW-1). Its id, which is its key too, follows from the asker's, so that the same
 * key gives the same job (GW-2), and a gateway that finds the asker unfinished can tell whether the job was begun. Stateless
 * and thread-safe.
 */
public record JobStart(ChangingCall changing, Background background) {
    /** The action of the change. */
    public static final String ACTION = "runtime.start_job";

    private static final JsonMapper JSON = new JsonMapper();

    /** Tells whether a job was begun: the journal has it. */
    public static EffectResolver resolver(Journal journal) {
        return intent -> journal.find(userOf(intent), intent.target()).isPresent()
                ? Outcome.ofDone()
                : Outcome.refused("not_started", "the job was not begun.");
    }

    private static String userOf(Intent intent) {
        try {
            return JSON.readTree(intent.proof()).path("user").asText();
        } catch (JsonProcessingException e) {
            throw new StrandlineException(
                    ErrorCode.CORRUPT, "the proof of job " + intent.target() + " is not JSON.", e);
        }
    }

    /** The job that a statement starts. */
    static String jobOf(String statementId) {
        return statementId + "-job";
    }

    Answer run(JobPlan<?> plan, ReadyCall<?> ready, StatementExecution execution) {
        Journal.Claim claim =
                changing.claim(ChangingCall.request(ready, ChangingCall.keyOf(execution), execution), execution);
        if (claim instanceof Journal.Ended ended) {
            return ended.entry().state() == Journal.State.DONE
                    ? plan.answer(jobOf(ended.entry().statementId()), execution)
                    : new PastCall(ready, ended.entry(), execution).answer();
        }
        Journal.Running running = ((Journal.Fresh) claim).running();
        String job = jobOf(execution.id());
        try {
            start(withoutBackground(ready), job, execution, running);
        } catch (Throwable e) {
            throw ChangingCall.failed(StatementErrors.whileRunning(e), running);
        }
        try {
            running.succeed(null);
        } catch (StrandlineException e) {
            execution.warn("Job " + job + " is started, but the store did not take that yet: "
                    + StrandlineException.describe(e));
        }
        return plan.answer(job, execution);
    }

    /** The same call as one that waits for its answer. */
    private static ReadyCall<?> withoutBackground(ReadyCall<?> ready) {
        Map<String, @Nullable Object> values =
                new LinkedHashMap<>(ready.arguments().asMap());
        values.put(Procedure.BACKGROUND, false);
        Set<String> given = new LinkedHashSet<>(values.keySet());
        given.removeIf(
                name -> name.equals(Procedure.BACKGROUND) || !ready.arguments().isGiven(name));
        return ready.with(new Arguments(values, given));
    }

    private void start(ReadyCall<?> ready, String id, StatementExecution asker, Journal.Running running) {
        String text = ready.shown();
        Background.Job job = background.prepare(id, text, asker);
        boolean begun = false;
        try {
            Intent intent = new Intent(
                    ACTION,
                    id,
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("user", asker.caller().user())
                            .put("call", text)
                            .toString());
            Outcome outcome = running.effects().carryOut(intent, () -> {
                begin(ready, job);
                return Outcome.ofDone();
            });
            begun = outcome.done();
            if (!begun) {
                throw new StrandlineException(ErrorCode.STORE, "job " + id + " was not started: " + outcome.detail());
            }
        } finally {
            if (!begun) {
                job.withdraw();
            }
        }
    }

    private void begin(ReadyCall<?> ready, Background.Job job) {
        StatementExecution own = job.execution();
        Journal.Request request = ChangingCall.request(ready, own.id(), own);
        if (!(changing.journal().claim(request) instanceof Journal.Fresh fresh)) {
            throw new StrandlineException(ErrorCode.STORE, "job " + own.id() + " is in the journal already");
        }
        own.calling(ready.name(), RequestText.target(ready.plan().procedure(), ready.arguments()));
        Journal.Running running = fresh.running();
        try {
            job.start(() -> changing.once(ready, own, running).close());
        } catch (RuntimeException | Error e) {
            throw ChangingCall.failed(StatementErrors.whileRunning(e), running);
        }
    }
}
