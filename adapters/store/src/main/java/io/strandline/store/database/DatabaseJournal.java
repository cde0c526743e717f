package io.strandline.store.database;

import io.strandline.common.CallContext;
import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.Signal;
import io.strandline.common.StrandlineException;
import io.strandline.sqlkit.Wanted;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The journal in the store. Opened and started once per gateway; it then keeps the gateway's lease and, beside that, ends
 * what dead gateways left, writes what could not be written, and forgets what is too old.
 */
public final class DatabaseJournal implements Journal, AutoCloseable {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final StoreDatabase database;
    private final JournalOptions options;
    private final Clock clock;
    private final GatewayLease lease;
    private final Recovery recovery = new Recovery(this);
    private final Map<String, RunningStatement> running = new ConcurrentHashMap<>();
    /** Raised when a statement ends on this gateway. */
    private final Signal endings = new Signal();

    private volatile EndedChanges ended = EndedChanges.NOBODY;
    private volatile @Nullable Resolution resolution;
    private volatile @Nullable Upkeep upkeep;

    private DatabaseJournal(StoreDatabase database, JournalOptions options, Clock clock, LeaseClock leaseClock) {
        this.database = database;
        this.options = options;
        this.clock = clock;
        this.lease = GatewayLease.begin(database, clock, leaseClock, options.lease());
    }

    /**
     * The journal of a gateway that begins. It takes statements once it is started.
     *
     * @throws StrandlineException {@code STORE}
     */
    public static DatabaseJournal open(StoreDatabase database, JournalOptions options, Clock clock) {
        return open(database, options, clock, LeaseClock.of(database, clock));
    }

    static DatabaseJournal open(StoreDatabase database, JournalOptions options, Clock clock, LeaseClock leaseClock) {
        return new DatabaseJournal(database, options, clock, leaseClock);
    }

    /**
     * Resolves what dead gateways have begun, as long as reading their targets takes, and begins to take statements. On
     * SQLite every gateway before this one is dead; on PostgreSQL each whose lease has ended.
     *
     * @param resolvers who can tell how a change ended, by action; what is missing here is unknown
     * @throws StrandlineException {@code STORE}
     */
    public void start(Map<String, EffectResolver> resolvers) {
        start(resolvers, EndedChanges.NOBODY);
    }

    /**
     * The same, and tells of every change that ends, those of dead gateways too.
     *
     * @throws StrandlineException {@code STORE}
     */
    public void start(Map<String, EffectResolver> resolvers, EndedChanges told) {
        if (resolution != null) {
            throw new IllegalStateException("the journal is started already");
        }
        ended = told;
        resolution = new Resolution(resolvers);
        upkeep = begunUpkeep(options.lease());
        recovery.run();
    }

    /** The lease has a thread of its own, so that a backend that does not answer while a target is read does not end it. */
    private Upkeep begunUpkeep(Duration leased) {
        Upkeep begun = new Upkeep("journal", 2);
        begun.repeat(leased.dividedBy(3), "The lease of this gateway could not be renewed", lease::renew);
        begun.repeat(leased.dividedBy(2), "What others left in the journal could not be ended", this::endLeft);
        begun.repeat(leased.multipliedBy(3), "The journal could not be tidied up", this::forget);
        return begun;
    }

    @Override
    public Claim claim(Request request) {
        resolution();
        RunningStatement statement = new RunningStatement(this, request, lease.id());
        if (running.putIfAbsent(request.statementId(), statement) != null) {
            throw new IllegalStateException("statement id " + request.statementId() + " is running already");
        }
        boolean fresh = false;
        try {
            Optional<Entry> holder = database.write(dsl -> {
                lease.requireAlive(dsl, statement.gatewayId());
                Optional<Entry> found = StatementRows.claim(dsl, request, statement.gatewayId(), oldestKept());
                Failpoint.CLAIM_UNCOMMITTED.reach();
                return found;
            });
            Failpoint.CLAIMED.reach();
            fresh = holder.isEmpty();
            return fresh ? new Fresh(statement) : held(request, holder.orElseThrow());
        } finally {
            if (!fresh) {
                running.remove(request.statementId());
            }
        }
    }

    private static Claim held(Request request, Entry holder) {
        if (!holder.requestHash().equals(JournalTables.clean(request.requestHash()))) {
            throw new StrandlineException(
                    ErrorCode.BAD_ARGUMENT,
                    "idempotency key \"" + request.key() + "\" was used by user \"" + holder.userName()
                            + "\" for another statement, " + holder.statementId()
                            + "; give each statement a key of its own.");
        }
        return holder.state() == State.STARTED
                ? new InFlight(holder.statementId(), String.valueOf(holder.gatewayId()))
                : new Ended(holder);
    }

    @Override
    public Optional<Entry> find(String userName, String key) {
        return database.read(dsl -> StatementRows.find(dsl, StatementRows.holds(userName, key)))
                .filter(entry -> entry.endedAt() == null || !entry.endedAt().isBefore(oldestKept()));
    }

    @Override
    public Entry awaitEnd(String userName, String key, Duration atMost, Runnable checkpoint) {
        resolution();
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            checkpoint.run();
            long seen = endings.count();
            Entry entry = find(userName, key)
                    .orElseThrow(() -> new StrandlineException(
                            ErrorCode.NO_SUCH_OBJECT,
                            "user \"" + userName + "\" has no statement under the idempotency key \"" + key
                                    + "\"; keys are kept for "
                                    + options.keepFor().toHours() + " h."));
            if (entry.state() != State.STARTED) {
                return entry;
            }
            if (recovery.isAbandoned(entry)) {
                recovery.run();
                continue;
            }
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new StrandlineException(
                        ErrorCode.TIMED_OUT,
                        "statement " + entry.statementId() + " under the idempotency key \"" + key
                                + "\" still runs on gateway " + entry.gatewayId() + "; ask again under the same key.");
            }
            endings.awaitMoreThan(
                    seen, Math.min(left, LOOK_AGAIN.toNanos()), TimeUnit.NANOSECONDS, "a statement to end");
        }
    }

    @Override
    public Stream<Entry> statements(Wanted wanted, CallContext call) {
        return StatementRows.SEEN.rows(database, wanted, DatabaseAuditLog.visibleTo(call.caller()), call::checkpoint);
    }

    /** What has to be done again and again, beside the lease: see the class. */
    void tidyUp() {
        endLeft();
        forget();
    }

    private void endLeft() {
        for (RunningStatement statement : List.copyOf(running.values())) {
            if (statement.hasEnded()) {
                statement.writeUnwritten();
            }
        }
        recovery.run();
    }

    private void forget() {
        Instant oldest = oldestKept();
        database.change(dsl -> {
            StatementRows.forgetEndedBefore(dsl, oldest);
            lease.forgetDeadSince(dsl, oldest);
            Failpoint.FORGETTING_UNCOMMITTED.reach();
        });
        Failpoint.FORGOTTEN.reach();
    }

    private Instant oldestKept() {
        return clock.instant().minus(options.keepFor());
    }

    StoreDatabase database() {
        return database;
    }

    JournalOptions options() {
        return options;
    }

    GatewayLease lease() {
        return lease;
    }

    Instant now() {
        return clock.instant();
    }

    Resolution resolution() {
        Resolution set = resolution;
        if (set == null) {
            throw new IllegalStateException("the journal is not started");
        }
        return set;
    }

    /**
     * As a part of a write: makes these writes, and then tells of the changes that they ended. That comes last and once,
     * since it locks what every gateway needs.
     */
    void write(DSLContext dsl, List<Function<DSLContext, Optional<AuditEntry>>> writes) {
        List<AuditEntry> told = new ArrayList<>();
        writes.forEach(write -> write.apply(dsl).ifPresent(told::add));
        if (!told.isEmpty()) {
            ended.tell(dsl, told);
        }
    }

    /** Whether this gateway runs that statement. */
    boolean runs(String statementId) {
        return running.containsKey(statementId);
    }

    /** That statement ended, and the store says so. */
    void ended(RunningStatement statement) {
        running.remove(statement.statementId());
        someEnded();
    }

    /** Wakes who waits for a statement to end. */
    void someEnded() {
        endings.raise();
    }

    /**
     * Ends the gateway's lease: what it still runs is for others, or for the next, to resolve. Close it before the database.
     *
     * @throws StrandlineException {@code STORE}; the lease then ends by itself
     */
    @Override
    public void close() {
        Upkeep begun = upkeep;
        if (begun != null) {
            begun.close();
        }
        lease.end();
    }
}
