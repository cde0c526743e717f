package io.strandline.gateway.session;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.SessionOption;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.StatementExecution;
import io.strandline.gateway.sql.StatementKind;
import io.strandline.store.Jobs;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a statement, from its text to its last row: its cancel flag and deadline (GW-5), and what {@code
 * runtime.statements} shows of it. One thread runs it at a time; any thread may cancel it or read it.
 */
final class Execution implements StatementExecution {
    private static final int TEXT_KEPT = 4_000;

    private final String id;
    private final @Nullable String sessionId;
    private final boolean background;
    private final Caller caller;
    private final SessionOptions options;
    private final SessionOption sessionOption;
    private final Instant startedAt;
    private final Phases phases = new Phases();
    private volatile String text;
    private volatile RequestContext request;
    private volatile @Nullable String idempotencyKey;
    private volatile @Nullable StatementKind kind;
    private volatile boolean changes;
    private volatile String phase = "planning";
    private volatile ExecutionState state = ExecutionState.RUNNING;
    private final AtomicLong rows = new AtomicLong();
    private volatile @Nullable ErrorCode errorCode;
    private volatile @Nullable String error;
    private volatile @Nullable String cancelReason;
    private volatile @Nullable CalledProcedure called;
    private volatile Jobs.@Nullable Progress progress;
    private volatile TimeLimit limit;
    private volatile long limitStartNanos = System.nanoTime();
    private long spentNanos;
    private volatile @Nullable Answer answer;

    /**
     * An execution that begins.
     *
     * @param sessionId null for one that runs by itself, in the background
     */
    Execution(
            String id,
            @Nullable String sessionId,
            String text,
            SessionOptions options,
            SessionOption sessionOption,
            RequestContext request,
            TimeLimit limit,
            Instant startedAt) {
        this.id = id;
        this.sessionId = sessionId;
        this.background = sessionId == null;
        this.caller = request.caller();
        this.options = options;
        this.sessionOption = sessionOption;
        this.startedAt = startedAt;
        this.text = text;
        this.request = request;
        this.limit = limit;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public Caller caller() {
        return caller;
    }

    @Override
    public Optional<String> sessionId() {
        return Optional.ofNullable(sessionId);
    }

    @Override
    public SessionOptions options() {
        return options;
    }

    @Override
    public SessionOption session() {
        return sessionOption;
    }

    @Override
    public Optional<String> idempotencyKey() {
        return Optional.ofNullable(idempotencyKey);
    }

    @Override
    public Instant startedAt() {
        return startedAt;
    }

    @Override
    public void checkpoint() {
        StrandlineException over = over();
        if (over != null) {
            throw over;
        }
    }

    /** The error that it ends with at its next safe point; null if it may go on. */
    @Nullable
    StrandlineException over() {
        String reason = cancelReason;
        if (reason != null) {
            return new StrandlineException(ErrorCode.CANCELLED, "statement " + id + " was cancelled: " + reason + ".");
        }
        if (isLate()) {
            TimeLimit current = limit;
            return new StrandlineException(
                    ErrorCode.TIMED_OUT,
                    "statement " + id + " ran longer than the " + current.time().toMillis() + " ms that "
                            + current.source() + " allows. Allow more time, or ask for less.");
        }
        return null;
    }

    private boolean isLate() {
        return System.nanoTime() - limitStartNanos >= limit.left().toNanos();
    }

    /** How much of its time is left. */
    Duration timeLeft() {
        return limit.left().minusNanos(System.nanoTime() - limitStartNanos);
    }

    /** How long it ran in the requests that are answered; the time between them is its client's. */
    Duration spent() {
        return Duration.ofNanos(spentNanos);
    }

    /** Whether it ends at its next safe point. */
    boolean isOver() {
        return cancelReason != null || isLate();
    }

    @Override
    public void warn(String message) {
        request.warn(message);
    }

    @Override
    public void phase(String name) {
        phase = name;
    }

    @Override
    public void calling(String procedure, @Nullable String target) {
        called = new CalledProcedure(procedure, target);
    }

    @Override
    public void progress(long done, OptionalLong total, String unit) {
        progress = new Jobs.Progress(done, total.isPresent() ? (Long) total.orElseThrow() : null, unit);
    }

    /** What it calls. */
    private record CalledProcedure(String name, @Nullable String target) {}

    /** What it tells of itself as a job: a call that runs by itself, or says how far it is. */
    Optional<Jobs.Told> told() {
        CalledProcedure procedure = called;
        Jobs.Progress now = progress;
        return procedure == null || !(background || now != null)
                ? Optional.empty()
                : Optional.of(new Jobs.Told(id, procedure.name(), procedure.target(), background, now));
    }

    /** Whether it is journaled. */
    boolean changes() {
        return changes;
    }

    /** It was planned as this; under this key if it changes something. */
    void planned(PreparedSql prepared, @Nullable String key) {
        plannedAs(prepared.kind(), prepared.changes(), key);
    }

    /** It was planned as this by another execution. */
    void plannedAs(StatementKind plannedKind, boolean plannedToChange, @Nullable String key) {
        phases.running();
        kind = plannedKind;
        changes = plannedToChange;
        idempotencyKey = key;
        phase = "running";
    }

    /** It answers with this; if it was cancelled in the meantime the answer is closed at once. */
    void answers(Answer given) {
        answer = given;
        if (cancelReason != null) {
            given.close();
        }
    }

    /** Another request goes on with it: that one's time limit, of which some may be spent, and warnings count from now. */
    void continues(RequestContext next, TimeLimit nextLimit) {
        if (next == request) {
            return; // it waited for rows, and has its time from its begin
        }
        request = next;
        next.runs(this);
        limit = nextLimit;
        limitStartNanos = System.nanoTime();
    }

    /** Asks it to stop at its next safe point; does nothing once it ended. */
    void cancel(String reason) {
        if (state == ExecutionState.RUNNING && cancelReason == null) {
            cancelReason = reason;
            Answer running = answer;
            if (running != null) {
                running.close();
            }
        }
    }

    /** Nobody waits for it any more: it stops unless it changes something. */
    void clientIsGone() {
        if (!changes) {
            cancel("its client closed the connection");
        }
    }

    /** Rows are sent, and others are left to fetch. */
    void fetching() {
        spentNanos += System.nanoTime() - limitStartNanos;
        phase = "fetching";
        phases.fetching();
    }

    /** So many more rows were sent. */
    void sent(long more) {
        rows.addAndGet(more);
    }

    /** It ended well. False if it had ended before. */
    boolean succeed() {
        return end(ExecutionState.DONE, null, null);
    }

    /** It ended with an error. False if it had ended before. */
    boolean fail(StrandlineException failure) {
        return end(ExecutionState.of(failure.code()), failure.code(), failure.getMessage());
    }

    /** It was left by its client before its last row. False if it had ended before. */
    boolean abandon() {
        return end(cancelReason == null ? ExecutionState.DONE : ExecutionState.CANCELLED, null, null);
    }

    private synchronized boolean end(ExecutionState ended, @Nullable ErrorCode code, @Nullable String message) {
        if (state != ExecutionState.RUNNING) {
            return false;
        }
        phases.end();
        request.ran(this);
        errorCode = code;
        error = message;
        answer = null;
        text = Text.cut(text, TEXT_KEPT);
        state = ended;
        return true;
    }

    /** What it looks like now. */
    StatementRow row() {
        ExecutionState now = state;
        boolean ended = now != ExecutionState.RUNNING;
        long elapsedMillis = phases.elapsedMillis();
        StatementKind planned = kind;
        ErrorCode code = errorCode;
        return new StatementRow(
                id,
                sessionId,
                caller.user(),
                planned == null ? null : planned.name(),
                SecretMask.mask(Text.cut(text, TEXT_KEPT)),
                now,
                ended ? null : phase,
                startedAt,
                ended ? startedAt.plusMillis(elapsedMillis) : null,
                elapsedMillis,
                phases.planningMillis(),
                phases.runningMillis(),
                phases.fetchingMillis(),
                rows.get(),
                changes ? idempotencyKey : null,
                code == null ? null : code.sqlState(),
                error);
    }
}
