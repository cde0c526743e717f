package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs of all sinks: what begins, ends and undoes them. One for a gateway; thread-safe. */
public final class RunEngine implements Runs {
    private static final Logger LOG = LoggerFactory.getLogger(RunEngine.class);

    /** Characters of a scope: such a text fits the name of a property and an index of every destination. */
    private static final int MOST_SCOPE = 400;

    private final Sinks sinks;
    private final RunStore store;
    private final RunRules.Predicates predicates;
    private final String owner;
    private final Clock clock;
    private final Rollbacks rollbacks;
    private final SinkGates gates = new SinkGates();
    private final Map<RunId, OpenRun> underWay = new ConcurrentHashMap<>();

    /**
     * Over those sinks.
     *
     * @param owner id of this gateway: runs that it leaves behind are told by it
     */
    public RunEngine(Sinks sinks, RunStore store, RunRules.Predicates predicates, String owner, Clock clock) {
        this.sinks = sinks;
        this.store = store;
        this.predicates = predicates;
        this.owner = owner;
        this.clock = clock;
        this.rollbacks = new Rollbacks(sinks, store, clock);
    }

    @Override
    public Run begin(RunRequest request, CallContext call) {
        SinkSpec spec = request.sink();
        SinkConnector connector = sinks.connector(spec);
        SinkDescription description = connector.describe(spec);
        SinkCallContext context = context(request, call);
        check(request, context, description);
        SinkDriver driver = connector.open(spec);
        try {
            Declarations.check(description, driver);
            DriverSink sink = new DriverSink(driver, context, request.options().onMissingKey());
            return context.scope() == null
                    ? begin(request, sink, call)
                    : gates.beginning(spec.id(), () -> begin(request, sink, call));
        } catch (RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    private static SinkCallContext context(RunRequest request, CallContext call) {
        SinkSpec spec = request.sink();
        WriteMode mode = request.mode() == null ? spec.mode() : request.mode();
        List<String> key = request.key() == null ? spec.key() : request.key();
        return new SinkCallContext(
                RunId.random(),
                spec.id(),
                mode,
                key,
                request.scope(),
                call.caller().user(),
                call.statementId(),
                call.startedAt(),
                new RoundTrips());
    }

    private static void check(RunRequest request, SinkCallContext context, SinkDescription sink) {
        Modes.check(sink, context.mode(), context.key());
        if (request.options().onDrift() == OnDrift.EVOLVE && !sink.has(Capability.SCHEMA_EVOLUTION)) {
            throw SinkErrors.unsupported(sink, "change the columns of its destination, as on_drift evolve wants");
        }
        if (context.scope() != null && !sink.has(Capability.COMMIT_TOKEN)) {
            throw SinkErrors.unsupported(sink, "keep commit tokens, as a scope wants");
        }
        if (context.scope() != null
                && (context.scope().isBlank() || context.scope().length() > MOST_SCOPE)) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "scope \"" + Text.cut(context.scope(), 60) + "\" is blank or longer than " + MOST_SCOPE
                            + " characters. Name the source that is read.");
        }
        if (!request.cleanup().isEmpty()) {
            RunCleanup.check(sink, context, request.cleanup());
        }
    }

    /** What of a request is about columns, looked at before anything is written. */
    private static RunRequest fitted(RunRequest request, DriverSink sink) {
        RunRules rules = request.sink().rules();
        if (rules.masks().isEmpty() && request.cleanup().isEmpty()) {
            return request;
        }
        RowSchema live = sink.driver().currentSchema(sink.context()).orElse(null);
        if (live == null) {
            return request;
        }
        PageRules.requireMasked(
                sink.description(), rules, live, request.options().onDrift());
        return request.covering(CleanupScope.typed(request.cleanup(), live, sink.description()));
    }

    private Run begin(RunRequest wanted, DriverSink sink, CallContext call) {
        SinkCallContext context = sink.context();
        RunRequest request = fitted(wanted, sink);
        CommitToken previous = context.scope() == null
                ? null
                : sink.tokens().lastToken(context.scope(), context).orElse(null);
        retire(request.sink(), sink);
        RunLedger ledger = RunLedger.begin(
                store, clock, context.roundTrips(), record(request, sink.description(), context, previous));
        Failpoint.SINK_RUN_BEGUN.reach();
        OpenRun run = new OpenRun(sink, request, ledger, predicates, call::warn, ended -> ended(request.sink(), ended));
        underWay.put(context.run(), run);
        if (context.mode() == WriteMode.OVERWRITE) {
            run.stage();
        }
        return run;
    }

    private RunRecord record(
            RunRequest request, SinkDescription sink, SinkCallContext context, @Nullable CommitToken previous) {
        return new RunRecord(
                context.run(),
                sink.id(),
                request.sink().table(),
                sink.connector(),
                sink.datasetUri(),
                context.mode(),
                context.key(),
                context.scope(),
                previous,
                context.actor(),
                context.statementId(),
                owner,
                clock.instant(),
                RunProgress.BEGUN);
    }

    private void ended(SinkSpec sink, RunRecord run) {
        underWay.remove(run.id());
        retain(sink);
    }

    /** The last runs of a sink can be undone; what undoes older ones is dropped (SNK-13). */
    private void retain(SinkSpec sink) {
        try {
            for (RunRecord run : toDrop(sink, sink.options().keptRuns())) {
                if (!dropped(run, sink)) {
                    return;
                }
            }
        } catch (StrandlineException e) {
            LOG.warn("Runs of sink {} past retention are kept for now: {}", sink.id(), e.getMessage());
        }
    }

    /** Drops what undoes a run; false if the destination does not answer, so that others are not worth a try. */
    private boolean dropped(RunRecord run, SinkSpec sink) {
        try {
            rollbacks.forget(run, sink);
            return true;
        } catch (StrandlineException e) {
            LOG.warn("What undoes run {} is kept until another run of its sink ends: {}", run.id(), e.getMessage());
            return e.code() != ErrorCode.BACKEND;
        }
    }

    /** Runs past retention, and those that could not be dropped when they were. */
    private List<RunRecord> toDrop(SinkSpec sink, int kept) {
        List<RunRecord> all = new ArrayList<>(store.undropped(sink.id()));
        all.addAll(past(sink, kept));
        return all;
    }

    /** Tells a driver that commits as a whole what it can drop with the run's own commit, so that there is none for it alone. */
    private void retire(SinkSpec spec, DriverSink sink) {
        int beside = Math.max(0, spec.options().keptRuns() - 1);
        sink.driver()
                .rollback()
                .ifPresent(group -> group.retire(
                        toDrop(spec, beside).stream().map(RunRecord::id).toList(), sink.context()));
    }

    /**
     * Runs of a sink that can be undone and are older than so many that can. One that changed nothing takes no good one's place,
     * however often it is tried; of such ones as many are kept beside.
     */
    private List<RunRecord> past(SinkSpec sink, int kept) {
        List<RunRecord> past = new ArrayList<>();
        int changing = 0;
        int others = 0;
        for (RunRecord run : store.undoable(sink.id())) {
            if (run.mayHaveLanded()
                    ? changing++ >= kept
                    : others++ >= sink.options().keptRuns()) {
                past.add(run);
            }
        }
        return past;
    }

    @Override
    public Optional<Run> underWay(RunId id) {
        return Optional.ofNullable(underWay.get(id));
    }

    @Override
    public RunRecord abort(RunId id, CallContext call) {
        OpenRun open = underWay.get(id);
        if (open != null) {
            return open.abortFromOutside("it was given up by abort_run");
        }
        RunRecord run = store.byId(id).orElseThrow(() -> SinkErrors.noSuchRun(id));
        if (!run.state().isEnded() && !run.owner().equals(owner)) {
            throw SinkErrors.refused("run " + id + " is under way on gateway " + run.owner()
                    + ". Abort it there, or wait until it has ended.");
        }
        return run.state().isInFlight() ? rollbacks.abort(run, call) : run;
    }

    @Override
    public Landing landing(RunRecord run, @Nullable CommitToken token, CallContext call) {
        return rollbacks.landing(run, token, call);
    }

    @Override
    public RollbackOutcome rollback(RunId id, boolean force, boolean dryRun, CallContext call) {
        RunRecord known = store.byId(id).orElseThrow(() -> SinkErrors.noSuchRun(id));
        if (dryRun) {
            return rollbacks.rollback(known, force, true, call);
        }
        return gates.undoing(known.sink(), call, () -> {
            RunRecord run = store.byId(id).orElseThrow(() -> SinkErrors.noSuchRun(id));
            return rollbacks.rollback(run, force, false, call);
        });
    }

    @Override
    public @Nullable CommitToken rewind(
            SinkSpec spec, String scope, @Nullable CommitToken to, boolean dryRun, CallContext call) {
        SinkConnector connector = sinks.connector(spec);
        if (!connector.describe(spec).has(Capability.COMMIT_TOKEN)) {
            throw SinkErrors.unsupported(connector.describe(spec), "keep commit tokens");
        }
        return dryRun
                ? rewind(connector, spec, scope, to, true, call)
                : gates.undoing(spec.id(), call, () -> rewind(connector, spec, scope, to, false, call));
    }

    private @Nullable CommitToken rewind(
            SinkConnector connector,
            SinkSpec spec,
            String scope,
            @Nullable CommitToken to,
            boolean dryRun,
            CallContext call) {
        try (SinkDriver driver = connector.open(spec)) {
            CommitTokenGroup tokens = driver.tokens().orElseThrow();
            SinkCallContext context = context(RunRequest.of(spec), call);
            CommitToken before = tokens.lastToken(scope, context).orElse(null);
            if (!dryRun) {
                requireNoneInFlight(spec, scope);
                tokens.rewind(scope, before, to, context);
            }
            return before;
        }
    }

    /** A run goes on from the token that it found as it began. */
    private void requireNoneInFlight(SinkSpec spec, String scope) {
        store.inFlight(spec.id()).stream()
                .filter(run -> scope.equals(run.scope()))
                .findFirst()
                .ifPresent(run -> {
                    throw SinkErrors.refused("the token of scope \"" + scope + "\" of sink " + spec.id()
                            + " cannot be set: run " + run.id() + " is "
                            + run.state().text() + " and goes on from where it is. Wait for it, or "
                            + run.fixSql().orElse("") + " ends it.");
                });
    }

    @Override
    public void forget(RunId id, CallContext call) {
        RunRecord run = store.byId(id).orElseThrow(() -> SinkErrors.noSuchRun(id));
        if (run.state().isInFlight()) {
            throw SinkErrors.refused("run " + id + " is in flight: it is "
                    + run.state().text() + ". " + run.fixSql().orElse("") + " ends it.");
        }
        rollbacks.forget(run, rollbacks.sink(run, call));
    }
}
