package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Undoes runs that have ended: the destination first, then the token, then what was kept of the run (SNK-10 to SNK-13). */
final class Rollbacks {
    private static final Logger LOG = LoggerFactory.getLogger(Rollbacks.class);

    private static final Map<Landing, String> LANDED = Map.of(
            Landing.NONE, "; nothing of it is in its destination",
            Landing.SOME, "; of what it wrote that is in its destination which the token of its scope covers",
            Landing.WHOLE, "; all that it wrote is in its destination",
            Landing.UNTOLD, "");

    private final Sinks sinks;
    private final RunStore store;
    private final Clock clock;

    Rollbacks(Sinks sinks, RunStore store, Clock clock) {
        this.sinks = sinks;
        this.store = store;
        this.clock = clock;
    }

    RollbackOutcome rollback(RunRecord run, boolean force, boolean dryRun, CallContext call) {
        if (run.isRolledBack()) {
            return new RollbackOutcome(!dryRun, 0, 0, List.of(), 0, "it is rolled back already; nothing to undo");
        }
        if (run.forgotten()) {
            throw SinkErrors.refused(
                    "run " + run.id() + " is not_undoable: what undoes it was dropped, by forget_run or as"
                            + " more runs followed than the sink keeps.");
        }
        requireNoneInFlight(run);
        List<RunId> later = later(run);
        try (DriverSink sink = open(run, call)) {
            CommitToken now = requireToken(run, sink, force);
            RollbackOutcome outcome = undo(run, sink, new RollbackOptions(force, dryRun, later), call);
            if (outcome.applied() && !dryRun) {
                rewind(run, sink, now);
                // before what undoes it is dropped: without that, a second rollback finds nothing and sets the token
                // back again
                store.rolledBack(run.id(), clock.instant());
                drop(run, sink);
                return beside(run, outcome);
            }
            return outcome;
        }
    }

    /** Undoes it in its destination, for as long as its statement is wanted. */
    private static RollbackOutcome undo(RunRecord run, DriverSink sink, RollbackOptions options, CallContext call) {
        try (CancelWatch watch = CancelWatch.over(
                "rollback of run " + run.id(), () -> sink.driver().stop(), call)) {
            try {
                return sink.rollback().rollback(options, sink.context());
            } catch (StrandlineException e) {
                throw watch.cause(e);
            }
        }
    }

    private void drop(RunRecord run, DriverSink sink) {
        try {
            sink.rollback().forget(sink.context());
        } catch (StrandlineException e) {
            LOG.warn("What undid run {} is kept until another run of its sink ends: {}", run.id(), e.getMessage());
            store.forgotten(run.id());
        }
    }

    /** Says which runs of other gateways began meanwhile: they go on from the token as they read it (SNK-12). */
    private RollbackOutcome beside(RunRecord run, RollbackOutcome outcome) {
        String begun = store.after(run).stream()
                .filter(later -> run.scope() != null
                        && run.scope().equals(later.scope())
                        && later.state().isInFlight())
                .map(later -> "run " + later.id() + " of the scope began meanwhile on another gateway: "
                        + later.fixSql().orElse("") + " before it writes past what was undone")
                .collect(Collectors.joining("; "));
        if (begun.isEmpty()) {
            return outcome;
        }
        return new RollbackOutcome(
                outcome.applied(),
                outcome.deleted(),
                outcome.restored(),
                outcome.conflicts(),
                outcome.conflictCount(),
                outcome.note().isEmpty() ? begun : outcome.note() + "; " + begun);
    }

    private void requireNoneInFlight(RunRecord run) {
        if (run.state().isInFlight()) {
            throw inFlight("run " + run.id(), run);
        }
        store.after(run).stream()
                .filter(later -> later.state().isInFlight())
                .findFirst()
                .ifPresent(later -> {
                    throw inFlight("run " + run.id() + " cannot be undone: the later run " + later.id(), later);
                });
    }

    private static StrandlineException inFlight(String what, RunRecord run) {
        return SinkErrors.refused(what + " is in flight: it is " + run.state().text() + ". "
                + run.fixSql().orElse("") + " ends it.");
    }

    private List<RunId> later(RunRecord run) {
        return store.after(run).stream()
                .filter(later -> !later.isRolledBack())
                .map(RunRecord::id)
                .toList();
    }

    /** The scope's token now, which only this run may have moved unless that is forced (SNK-12). */
    private @Nullable CommitToken requireToken(RunRecord run, DriverSink sink, boolean force) {
        if (run.scope() == null || run.token() == null) {
            return null;
        }
        CommitToken now = sink.tokens().lastToken(run.scope(), sink.context()).orElse(null);
        // also to where it was: then this run was undone, its end got lost, and another wrote its pages again
        boolean moved = store.after(run).stream()
                .anyMatch(later -> run.scope().equals(later.scope()) && later.token() != null && !later.isRolledBack());
        if (!force && (moved || (now != null && now.compareTo(run.token()) > 0))) {
            throw SinkErrors.refused("run " + run.id() + " cannot be undone: a later run moved the token of scope \""
                    + run.scope() + "\" to " + (now == null ? "none" : now)
                    + ". Roll that run back first, or force => true to send its pages again too.");
        }
        return now;
    }

    /** Back to where the scope was before the run; one that is there already, or before, stays. */
    private static void rewind(RunRecord run, DriverSink sink, @Nullable CommitToken now) {
        String scope = run.scope();
        CommitToken before = run.previousToken();
        if (scope != null && now != null && (before == null || now.compareTo(before) > 0)) {
            sink.tokens().rewind(scope, now, before, sink.context());
        }
    }

    RunRecord abort(RunRecord run, CallContext call) {
        Landing landing;
        CommitToken token;
        try (DriverSink sink = open(run, call)) {
            sink.driver().abandonRun(sink.context());
            fence(run, sink);
            if (run.mode() == WriteMode.OVERWRITE) {
                sink.staging().abort(sink.context());
            }
            landing = landing(run, sink);
            token = landing == Landing.NONE ? null : reached(run, sink);
        }
        RunRecord aborted = run.with(
                        switch (landing) {
                            case NONE -> run.counts().ofNone();
                            case WHOLE -> run.counts().ofWhole();
                            case SOME, UNTOLD -> run.counts();
                        },
                        run.progress().roundTrips(),
                        token)
                .ended(
                        RunState.ABORTED,
                        clock.instant(),
                        "it was given up by abort_run" + LANDED.get(landing),
                        run.progress().localOutputs());
        store.end(aborted);
        return aborted;
    }

    /** What its gateway still sends lands nowhere from now on; a destination that is not there takes nothing either. */
    private static void fence(RunRecord run, DriverSink sink) {
        try {
            sink.driver().fence(sink.context());
        } catch (StrandlineException e) {
            if (e.code() != ErrorCode.BACKEND) {
                throw e;
            }
            LOG.warn("Run {} is given up, and its destination could not be told: {}", run.id(), e.getMessage());
        }
    }

    /**
     * The token that a run came to, which its gateway did not live to keep: what the next run of the scope found, or else what the
     * destination has now. Its rollback sets the scope back from there (SNK-12).
     */
    private @Nullable CommitToken reached(RunRecord run, DriverSink sink) {
        String scope = run.scope();
        if (scope == null) {
            return run.token();
        }
        CommitToken kept = run.token() == null ? run.previousToken() : run.token();
        Optional<RunRecord> next = store.after(run).stream()
                .filter(later -> scope.equals(later.scope()))
                .findFirst();
        try {
            CommitToken found = next.isPresent()
                    ? next.orElseThrow().previousToken()
                    : sink.tokens().lastToken(scope, sink.context()).orElse(null);
            return found != null && (kept == null || found.compareTo(kept) > 0) ? found : run.token();
        } catch (StrandlineException e) {
            LOG.warn("How far run {} moved scope \"{}\" is not told: {}", run.id(), scope, e.getMessage());
            return run.token();
        }
    }

    /** What is in the destination; it need not answer for a run to be given up. */
    private static Landing landing(RunRecord run, DriverSink sink) {
        try {
            return sink.driver().landing(sink.context());
        } catch (StrandlineException e) {
            LOG.warn("What of run {} is in its destination is not told: {}", run.id(), e.getMessage());
            return Landing.UNTOLD;
        }
    }

    /** What of a run is there; under a token all is, or nothing (SNK-5). */
    Landing landing(RunRecord run, @Nullable CommitToken token, CallContext call) {
        try (DriverSink sink = open(run, call)) {
            Landing told = sink.driver().landing(sink.context());
            if (told != Landing.SOME || token == null || run.scope() == null) {
                return told;
            }
            return sink.tokens()
                            .lastToken(run.scope(), sink.context())
                            .filter(last -> last.covers(token))
                            .isPresent()
                    ? Landing.WHOLE
                    : Landing.NONE;
        }
    }

    void forget(RunRecord run, SinkSpec spec) {
        asOf(run, spec); // refuses before anything is marked
        // marked first: a run of which half is dropped must not look as if there were nothing to undo
        store.forgotten(run.id());
        try (DriverSink sink = open(run, spec)) {
            Optional<RollbackGroup> group = sink.driver().rollback();
            group.ifPresent(kept -> kept.forget(sink.context()));
        }
        store.dropped(run.id());
    }

    SinkSpec sink(RunRecord run, CallContext call) {
        return sinks.byId(run.sink(), call)
                .orElseThrow(() -> new StrandlineException(
                        ErrorCode.NO_SUCH_OBJECT,
                        "run " + run.id() + " wrote to sink " + run.sink()
                                + ", which is not declared any more. Declare it again as it was."));
    }

    private DriverSink open(RunRecord run, CallContext call) {
        return open(run, sink(run, call));
    }

    /**
     * The sink as it wrote the run: it may be declared with another table by now.
     *
     * @throws StrandlineException {@code REFUSED} if it writes to another place altogether
     */
    private SinkSpec asOf(RunRecord run, SinkSpec now) {
        SinkSpec then = now.table().equals(run.table()) ? now : now.withTable(run.table());
        SinkDescription sink = sinks.connector(then).describe(then);
        if (!sink.connector().equals(run.connector()) || !sink.datasetUri().equals(run.datasetUri())) {
            throw SinkErrors.refused("run " + run.id() + " wrote " + run.table() + " (" + run.connector() + ", "
                    + run.datasetUri() + "), and sink " + now.id() + " writes " + sink.datasetUri()
                    + " now. Nothing was changed; declare it again as it was to undo its runs.");
        }
        return then;
    }

    private DriverSink open(RunRecord run, SinkSpec declared) {
        SinkSpec spec = asOf(run, declared);
        SinkCallContext context = new SinkCallContext(
                run.id(),
                run.sink(),
                run.mode(),
                run.key(),
                run.scope(),
                run.actor(),
                run.statementId(),
                run.startedAt(),
                new RoundTrips());
        SinkDriver driver = sinks.connector(spec).open(spec);
        try {
            return new DriverSink(driver, context, OnMissingKey.FAIL);
        } catch (RuntimeException e) {
            driver.close();
            throw e;
        }
    }
}
