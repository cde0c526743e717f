package io.strandline.sink.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.sink.RunId;
import io.strandline.sink.RunRecord;
import io.strandline.sink.RunStore;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Wanted;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What statements and procedures do to sinks, as changes that are journaled and whose outcome can be asked for (GW-1). */
final class RunEffects {
    /** A run that is one statement: begun, written and committed by it. */
    static final String RUN = "sink.run";

    /** A run that a statement only begins. */
    static final String BEGIN = "sink.begin";

    /** Rows that a statement writes into a run that another began. */
    static final String WRITE = "sink.write";

    static final String COMMIT = "sink.commit";
    static final String ABORT = "sink.abort";
    static final String ROLLBACK = "sink.rollback";
    static final String FORGET = "sink.forget";

    /** What changes a destination outside of any run, or the list of sinks. */
    static final String CHANGE = "sink.change";

    private static final JsonMapper JSON = new JsonMapper();

    private final RunStore store;

    RunEffects(RunStore store) {
        this.store = store;
    }

    /** A change of a run, or one that a statement begins. */
    static <T> T make(String action, @Nullable RunId run, Object target, CallContext call, Supplier<T> change) {
        return make(action, run, target, call, change, made -> Outcome.ofDone());
    }

    /**
     * The same for a change that may come to nothing without a failure.
     *
     * @param outcome how it ended, of what it gave
     */
    static <T> T make(
            String action,
            @Nullable RunId run,
            Object target,
            CallContext call,
            Supplier<T> change,
            Function<T, Outcome> outcome) {
        return make(action, run, target, call, change, outcome, () -> null);
    }

    /**
     * The same for a change that can fail after some of it is done.
     *
     * @param left the run that a failure left; null if it left none
     */
    static <T> T make(
            String action,
            @Nullable RunId run,
            Object target,
            CallContext call,
            Supplier<T> change,
            Function<T, Outcome> outcome,
            Supplier<@Nullable RunRecord> left) {
        ObjectNode proof = JsonNodeFactory.instance.objectNode().put("statement", call.statementId());
        if (run != null) {
            proof.put("run", run.text());
        }
        Made<T> made = new Made<>();
        Outcome ended = call.effects().carryOut(new Intent(action, target.toString(), proof.toString()), () -> {
            try {
                T value = change.get();
                made.value = value;
                return outcome.apply(value);
            } catch (StrandlineException e) {
                made.failure = e;
                RunRecord rest = left.get();
                return e.code() == ErrorCode.OUTCOME_UNKNOWN || (rest != null && hasLanded(rest))
                        ? Outcome.unknown(StrandlineException.describe(e))
                        : Outcome.refused("exec_failed", StrandlineException.describe(e));
            }
        });
        return made.get(ended, target);
    }

    /** What came of a change. */
    private static final class Made<T> {
        private @Nullable T value;
        private @Nullable StrandlineException failure;

        T get(Outcome outcome, Object target) {
            if (failure != null) {
                throw failure;
            }
            if (value == null) {
                throw new StrandlineException(
                        outcome instanceof Outcome.Unknown ? ErrorCode.OUTCOME_UNKNOWN : ErrorCode.STORE,
                        "the change of " + target + " ended otherwise: " + outcome.detail()
                                + " SELECT * FROM sink.runs shows what became of its run.");
            }
            return value;
        }
    }

    /** Who finds out how a change ended that a dead gateway had begun: the run's record tells, or nobody. */
    Map<String, EffectResolver> resolvers() {
        return Map.of(
                RUN, intent -> resolve(intent, RunEffects::ended),
                BEGIN, intent -> resolve(intent, run -> Outcome.ofDone()),
                WRITE, intent -> resolve(intent, RunEffects::written),
                COMMIT, intent -> resolve(intent, RunEffects::ended),
                ABORT, intent -> resolve(intent, RunEffects::aborted),
                ROLLBACK, intent -> resolve(intent, RunEffects::rolledBack),
                FORGET, intent -> resolve(intent, RunEffects::forgotten),
                CHANGE,
                        intent ->
                                Outcome.unknown("look at " + intent.target() + ", and call again if it is as it was."));
    }

    /** How a run's record tells it. */
    @FunctionalInterface
    private interface Reading {
        Outcome of(RunRecord run);
    }

    private Outcome resolve(Intent intent, Reading reading) {
        try {
            JsonNode proof = JSON.readTree(intent.proof());
            Optional<RunRecord> run = proof.has("run")
                    ? store.byId(new RunId(proof.path("run").asText()))
                    : ofStatement(proof.path("statement").asText());
            return run.map(reading::of)
                    .orElseGet(() -> Outcome.refused("not_begun", "no run was begun on " + intent.target() + "."));
        } catch (JsonProcessingException | StrandlineException e) {
            return Outcome.unknown(StrandlineException.describe(e));
        }
    }

    private Optional<RunRecord> ofStatement(String statement) {
        Wanted wanted = new Wanted(
                Set.of(),
                List.of(new Condition("statement_id", Condition.Operator.EQUAL, List.of(statement))),
                List.of(),
                OptionalLong.empty());
        try (Stream<RunRecord> runs = store.runs(wanted, new SystemCall(Instant.EPOCH))) {
            return runs.filter(run -> run.statementId().equals(statement)).findFirst();
        }
    }

    private static Outcome ended(RunRecord run) {
        return switch (run.state()) {
            case DONE -> Outcome.ofDone();
            case ABORTED, CANCELLED, FAILED -> undone(run);
            case RUNNING, COMMITTING, CANCELLING, INTERRUPTED, UNKNOWN -> Outcome.unknown(told(run));
        };
    }

    private static Outcome written(RunRecord run) {
        return switch (run.state()) {
            // a run whose write failed has never come to its commit
            case DONE -> Outcome.ofDone();
            case ABORTED, CANCELLED, FAILED -> undone(run);
            case RUNNING, COMMITTING, CANCELLING, INTERRUPTED, UNKNOWN -> Outcome.unknown(told(run));
        };
    }

    /** Refused means that nothing was changed: rows that are there forbid to say so, and to write them again. */
    private static Outcome undone(RunRecord run) {
        return hasLanded(run) ? Outcome.unknown(told(run)) : Outcome.refused("exec_failed", told(run));
    }

    private static boolean hasLanded(RunRecord run) {
        return !run.isRolledBack() && run.mayHaveLanded();
    }

    private static Outcome aborted(RunRecord run) {
        return run.state().isInFlight() ? Outcome.refused("exec_failed", told(run)) : Outcome.ofDone();
    }

    private static Outcome rolledBack(RunRecord run) {
        return run.isRolledBack() ? Outcome.ofDone() : Outcome.unknown(told(run));
    }

    private static Outcome forgotten(RunRecord run) {
        return run.forgotten() ? Outcome.ofDone() : Outcome.refused("exec_failed", told(run));
    }

    private static String told(RunRecord run) {
        return "run " + run.id() + " of sink " + run.sink() + " is "
                + run.state().text() + ". SELECT * FROM sink.runs" + " WHERE run_id = '" + run.id() + "' shows it.";
    }
}
