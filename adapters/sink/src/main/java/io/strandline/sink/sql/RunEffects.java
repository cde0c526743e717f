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
import io.strandline.sink.CommitToken;
import io.strandline.sink.Landing;
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
    private final Landings landings;

    RunEffects(RunStore store, Landings landings) {
        this.store = store;
        this.landings = landings;
    }

    /** Asks a destination what of a run is there ({@link io.strandline.sink.Runs#landing}). */
    @FunctionalInterface
    interface Landings {
        Landing of(RunRecord run, @Nullable CommitToken token, CallContext call);
    }

    /**
     * What a change is about.
     *
     * @param run null if the change begins it
     * @param token that all of its rows are under; null for none
     * @param more whether more follows its rows, such as a cleanup, of which the destination keeps no trace
     */
    record Subject(@Nullable RunId run, @Nullable CommitToken token, boolean more) {
        static Subject of(@Nullable RunId run) {
            return new Subject(run, null, false);
        }

        private String proof(String statement) {
            ObjectNode proof = JsonNodeFactory.instance.objectNode().put("statement", statement);
            if (run != null) {
                proof.put("run", run.text());
            }
            if (token != null) {
                proof.put("token", token.text());
            }
            return (more ? proof.put("more", true) : proof).toString();
        }
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
        return make(action, Subject.of(run), target, call, change, outcome, () -> null);
    }

    /**
     * The same for a change that can fail after some of it is done.
     *
     * @param left the run that a failure left; null if it left none
     */
    static <T> T make(
            String action,
            Subject subject,
            Object target,
            CallContext call,
            Supplier<T> change,
            Function<T, Outcome> outcome,
            Supplier<@Nullable RunRecord> left) {
        String proof = subject.proof(call.statementId());
        Made<T> made = new Made<>();
        Outcome ended = call.effects().carryOut(new Intent(action, target.toString(), proof), () -> {
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

    /** Who finds out how a change ended that a dead gateway had begun: the run's record tells, else its destination. */
    Map<String, EffectResolver> resolvers() {
        return Map.of(
                RUN, intent -> resolve(intent, this::ended),
                BEGIN, intent -> resolve(intent, (run, proof) -> Outcome.ofDone()),
                WRITE, intent -> resolve(intent, this::ended),
                COMMIT, intent -> resolve(intent, this::ended),
                ABORT, intent -> resolve(intent, (run, proof) -> aborted(run)),
                ROLLBACK, intent -> resolve(intent, (run, proof) -> rolledBack(run)),
                FORGET, intent -> resolve(intent, (run, proof) -> forgotten(run)),
                CHANGE,
                        intent ->
                                Outcome.unknown("look at " + intent.target() + ", and call again if it is as it was."));
    }

    /** How a run's record tells it. */
    @FunctionalInterface
    private interface Reading {
        Outcome of(RunRecord run, JsonNode proof);
    }

    private Outcome resolve(Intent intent, Reading reading) {
        try {
            JsonNode proof = JSON.readTree(intent.proof());
            Optional<RunRecord> run = proof.has("run")
                    ? store.byId(new RunId(proof.path("run").asText()))
                    : ofStatement(proof.path("statement").asText());
            return run.map(found -> reading.of(found, proof))
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

    /** A run whose write failed has never come to its commit. */
    private Outcome ended(RunRecord run, JsonNode proof) {
        return switch (run.state()) {
            case DONE -> Outcome.ofDone();
            case ABORTED, CANCELLED, FAILED -> undone(run);
            case RUNNING, COMMITTING, CANCELLING, INTERRUPTED, UNKNOWN -> asked(run, proof);
        };
    }

    private Outcome asked(RunRecord run, JsonNode proof) {
        CommitToken token =
                proof.has("token") ? new CommitToken(proof.path("token").asText()) : null;
        return switch (landings.of(run, token, new SystemCall(Instant.EPOCH))) {
            case NONE -> Outcome.refused("not_landed", told(run) + " Nothing of it is in its destination.");
            case WHOLE ->
                proof.path("more").asBoolean()
                        ? Outcome.unknown(
                                told(run) + " All that it wrote is in its destination; whether what it did not"
                                        + " write was deleted is not known.")
                        : Outcome.ofDone();
            case SOME, UNTOLD -> Outcome.unknown(told(run));
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
