package io.strandline.store.database;

import static io.strandline.store.database.JournalTables.STATEMENT_ID;
import static io.strandline.store.database.JournalTables.clean;

import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** A statement that this gateway runs: its effects go through here, and here it ends. Safe for the threads it starts. */
final class RunningStatement implements Journal.Running, Effects {
    private final DatabaseJournal journal;
    private final Journal.Request request;
    private final String gatewayId;
    private final AtomicInteger effects = new AtomicInteger();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final List<State> states = new ArrayList<>();
    private final List<Function<DSLContext, Optional<AuditEntry>>> unwritten = new ArrayList<>();

    RunningStatement(DatabaseJournal journal, Journal.Request request, String gatewayId) {
        this.journal = journal;
        this.request = request;
        this.gatewayId = gatewayId;
    }

    String statementId() {
        return request.statementId();
    }

    /** The gateway's id when it was claimed. */
    String gatewayId() {
        return gatewayId;
    }

    @Override
    public Effects effects() {
        return this;
    }

    @Override
    public Outcome carryOut(Intent intent, Change change) {
        requireRunning();
        EffectRows.Place place = nextPlace();
        long row = journal.database().write(dsl -> {
            journal.lease().requireAlive(dsl, gatewayId);
            long begun = EffectRows.begin(dsl, place, intent, journal.now());
            Failpoint.EFFECT_UNCOMMITTED.reach();
            return begun;
        });
        Failpoint.EFFECT_STARTED.reach();
        Outcome outcome = make(intent, change);
        Failpoint.EFFECT_MADE.reach();
        return uninterrupted(() -> record(row, outcome));
    }

    private Outcome make(Intent intent, Change change) {
        Outcome made;
        try {
            made = change.make();
        } catch (RuntimeException | Error failure) {
            return uninterrupted(() -> journal.resolution().after(intent, failure));
        }
        return made instanceof Outcome.Unknown unknown
                ? uninterrupted(() -> journal.resolution().after(intent, unknown))
                : made;
    }

    /** A cancel that came meanwhile must not keep the outcome from being found out and written. */
    private static <T extends @Nullable Object> T uninterrupted(Supplier<T> work) {
        boolean interrupted = Thread.interrupted();
        try {
            return work.get();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Outcome record(long row, Outcome outcome) {
        Instant now = journal.now();
        // written even if another gateway has resolved the row meanwhile: this one knows
        Function<DSLContext, Optional<AuditEntry>> end = dsl -> EffectRows.end(dsl, row, outcome, now);
        remember(outcome);
        try {
            journal.database().change(dsl -> {
                journal.write(dsl, List.of(end));
                Failpoint.OUTCOME_UNCOMMITTED.reach();
            });
            Failpoint.OUTCOME_WRITTEN.reach();
            return outcome;
        } catch (StrandlineException e) {
            writeLater(end);
            String detail = (outcome.detail().isEmpty() ? "" : outcome.detail() + "; ")
                    + "its outcome is not in the store yet: " + StrandlineException.describe(e);
            if (outcome instanceof Outcome.Done) {
                return new Outcome.Done("audit_failed", detail);
            }
            return outcome instanceof Outcome.Refused refused
                    ? new Outcome.Refused(refused.reason(), detail)
                    : new Outcome.Unknown(String.valueOf(outcome.reason()), detail);
        }
    }

    @Override
    public Outcome refuse(Intent intent, String reason, String detail) {
        requireRunning();
        Outcome.Refused outcome = new Outcome.Refused(reason, detail);
        EffectRows.Place place = nextPlace();
        Instant now = journal.now();
        Function<DSLContext, Optional<AuditEntry>> refusal =
                dsl -> EffectRows.refused(dsl, place, intent, outcome, now);
        remember(outcome);
        try {
            journal.database().change(dsl -> {
                journal.write(dsl, List.of(refusal));
                Failpoint.REFUSAL_UNCOMMITTED.reach();
            });
            Failpoint.REFUSAL_WRITTEN.reach();
        } catch (StrandlineException e) {
            // nothing was changed, so nothing can be lost: it is written with the statement's end
            writeLater(refusal);
        }
        return outcome;
    }

    /** The place of the next effect. */
    EffectRows.Place nextPlace() {
        return new EffectRows.Place(
                request.statementId(),
                effects.incrementAndGet(),
                request.caller().user(),
                gatewayId);
    }

    private void requireRunning() {
        if (ended.get()) {
            throw new IllegalStateException("statement " + request.statementId() + " has ended");
        }
    }

    @Override
    public void succeed(@Nullable String answer) {
        String unkept = null;
        if (answer != null && !request.keepsAnswer()) {
            unkept = "its answer is not kept, because it can hold secrets; ask again under a new key.";
        } else if (answer != null) {
            int size = answer.getBytes(StandardCharsets.UTF_8).length;
            if (size > journal.options().answerLimit()) {
                unkept = "its answer of " + size + " bytes is not kept; the limit is "
                        + journal.options().answerLimit() + " bytes.";
            }
        }
        List<State> so = statesSoFar();
        end(new StatementEnd(
                StatementEnd.of(so, so.isEmpty() ? State.DONE : State.REFUSED),
                journal.now(),
                unkept == null ? answer : null,
                null,
                0,
                unkept));
    }

    @Override
    public void fail(String sqlState, int vendorCode, String message) {
        State state = StatementEnd.of(statesSoFar(), State.REFUSED);
        end(new StatementEnd(state, journal.now(), null, sqlState, vendorCode, message));
    }

    private void end(StatementEnd end) {
        if (!ended.compareAndSet(false, true)) {
            throw new IllegalStateException("statement " + request.statementId() + " has ended already");
        }
        writeLater(dsl -> {
            StatementRows.end(dsl, STATEMENT_ID.eq(clean(request.statementId())), end);
            return Optional.empty();
        });
        try {
            RunningStatement.<@Nullable Void>uninterrupted(() -> {
                writeUnwritten();
                return null;
            });
        } catch (StrandlineException e) {
            throw new StrandlineException(
                    ErrorCode.STORE,
                    "the outcome of statement " + request.statementId() + ", " + end.state()
                            + ", is not in the store yet: " + StrandlineException.describe(e),
                    e);
        }
    }

    /** Whether it was ended, be it in the store yet or not. */
    boolean hasEnded() {
        return ended.get();
    }

    /**
     * Writes, in one transaction, what could not be written when it happened; an ended statement is then no longer running.
     *
     * @throws StrandlineException {@link ErrorCode#STORE} if that fails again; it stays to be written
     */
    void writeUnwritten() {
        List<Function<DSLContext, Optional<AuditEntry>>> writes;
        synchronized (unwritten) {
            writes = List.copyOf(unwritten);
        }
        boolean last = ended.get();
        journal.database().change(dsl -> {
            journal.write(dsl, writes);
            Failpoint.END_UNCOMMITTED.reach();
        });
        Failpoint.ENDED.reach();
        synchronized (unwritten) {
            unwritten.removeAll(writes);
        }
        if (last) {
            journal.ended(this);
        }
    }

    private void writeLater(Function<DSLContext, Optional<AuditEntry>> write) {
        synchronized (unwritten) {
            unwritten.add(write);
        }
    }

    private void remember(Outcome outcome) {
        synchronized (states) {
            states.add(EffectRows.state(outcome));
        }
    }

    private List<State> statesSoFar() {
        synchronized (states) {
            return List.copyOf(states);
        }
    }
}
