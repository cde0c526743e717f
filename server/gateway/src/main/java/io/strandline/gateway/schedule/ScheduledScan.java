package io.strandline.gateway.schedule;

import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.schedule.LastScans.LastScan;
import io.strandline.gateway.schedule.OwnStatements.OwnStatement;
import io.strandline.store.Leases;
import io.strandline.store.Leases.Lease;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scans of one connection: of all gateways on the store one at a time makes them, under a lease. {@link #tick} is called
 * by one thread, {@link #scan} by another.
 */
final class ScheduledScan {
    static final Duration LEASE = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(ScheduledScan.class);
    private static final Duration RENEWED_EVERY = LEASE.dividedBy(6);
    private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

    /** What scans need. */
    record Tools(LastScans lastScans, Leases leases, OwnStatements statements, AroundScan aroundScan, Clock clock) {}

    private final ScanSetting setting;
    private final Tools tools;
    private final ScanTimes times;
    private boolean busy;
    private boolean elsewhere;
    private boolean stopped;
    private @Nullable Lease lease;
    private @Nullable Instant renewAt;
    private @Nullable OwnStatement running;
    private @Nullable LastScan last;
    private @Nullable String error;
    private @Nullable String errorBefore;

    ScheduledScan(ScanSetting setting, Tools tools, RandomGenerator random) {
        this.setting = setting;
        this.tools = tools;
        this.times = new ScanTimes(setting, random, tools.clock().instant());
    }

    /** Keeps the lease of a scan that runs. Tells whether one is to be begun: {@link #scan} has to follow then. */
    boolean tick() {
        renewIfNeeded();
        synchronized (this) {
            if (busy || stopped || !times.isDue(tools.clock().instant())) {
                return false;
            }
            busy = true;
            return true;
        }
    }

    private void renewIfNeeded() {
        Lease held;
        synchronized (this) {
            Instant now = tools.clock().instant();
            held = lease;
            // a clock that was set is noticed by the distance
            if (held == null
                    || (renewAt != null
                            && now.isBefore(renewAt)
                            && Duration.between(now, renewAt).compareTo(RENEWED_EVERY) <= 0)) {
                return;
            }
            renewAt = now.plus(RENEWED_EVERY);
        }
        boolean kept;
        try {
            kept = held.renew();
        } catch (StrandlineException e) {
            LOG.warn("The lease {} could not be renewed: {}", held.name(), e.getMessage());
            kept = held.isHeld();
        }
        if (!kept) {
            cancel("another gateway has taken over the scans of its connection");
        }
    }

    /** Compares, if no other gateway does and none has meanwhile. */
    void scan() {
        try {
            Optional<Lease> taken = tools.leases().acquire("scan of " + setting.connection(), LEASE);
            if (taken.isEmpty()) {
                isElsewhere();
                return;
            }
            try (Lease held = taken.orElseThrow()) {
                holds(held);
                if (isStillDue()) {
                    run();
                }
            } finally {
                holds(null);
            }
        } catch (StrandlineException e) {
            failed(e);
        } catch (RuntimeException e) {
            LOG.warn("The scheduled scan of connection \"{}\" failed.", setting.connection(), e);
            failed(e);
        } finally {
            synchronized (this) {
                busy = false;
            }
        }
    }

    private synchronized void isElsewhere() {
        elsewhere = true;
        times.later(LOOK_AGAIN, tools.clock().instant());
    }

    private synchronized void holds(@Nullable Lease held) {
        lease = held;
        renewAt = tools.clock().instant().plus(RENEWED_EVERY);
        elsewhere = false;
    }

    /** What the store says decides: another gateway, or a user, may have compared it since this one last looked. */
    private boolean isStillDue() {
        Optional<LastScan> stored = tools.lastScans().of(setting.connection());
        synchronized (this) {
            stored.ifPresent(this::learn);
            return !stopped && times.isDue(tools.clock().instant());
        }
    }

    /** Takes it into account; false if it was known. */
    private boolean learn(LastScan scan) {
        LastScan before = last;
        if (before != null && before.id() == scan.id()) {
            return false;
        }
        last = scan;
        Instant now = tools.clock().instant();
        if (scan.ok()) {
            error = null;
            times.scanned(scan.startedAt(), now);
        } else {
            times.failed(scan.startedAt(), now);
        }
        return true;
    }

    private void run() {
        String failedBefore = tools.aroundScan()
                .before()
                .apply(setting.connection())
                .map(this::makeBeside)
                .orElse(null);
        synchronized (this) {
            errorBefore = failedBefore;
        }
        OwnStatement scan = tools.statements()
                .of(
                        "CALL reconcile.reconcile(connection => " + SqlNames.literal(setting.connection()) + ")",
                        ScanScheduler.CALLER);
        Instant begun = tools.clock().instant();
        runs(scan);
        try {
            scan.run();
        } catch (StrandlineException e) {
            failed(e, begun);
            return;
        } finally {
            runs(null);
        }
        Optional<LastScan> stored = tools.lastScans().of(setting.connection());
        synchronized (this) {
            if (stored.isEmpty() || !learn(stored.orElseThrow())) {
                times.failed(begun, tools.clock().instant());
                error = "the scan was not stored; the gateway's log has the cause";
                return;
            }
        }
        String failedAfter = tools.aroundScan()
                .after()
                .apply(setting.connection())
                .map(this::makeBeside)
                .orElse(null);
        if (failedAfter != null) {
            synchronized (this) {
                error = failedAfter;
            }
        }
    }

    /** Makes it; the error if it failed. */
    private @Nullable String makeBeside(AroundScan.Call call) {
        OwnStatement statement = tools.statements().of(call.sql(), call.caller());
        runs(statement);
        try {
            statement.run();
        } catch (StrandlineException e) {
            LOG.warn(
                    "Beside the scheduled scan of connection \"{}\" {} failed: {}",
                    setting.connection(),
                    call.sql(),
                    e.getMessage());
            return e.getMessage();
        } finally {
            runs(null);
        }
        return null;
    }

    private synchronized void runs(@Nullable OwnStatement statement) {
        running = statement;
        if (stopped && statement != null) {
            statement.cancel("the gateway stops");
        }
    }

    private void failed(StrandlineException e, Instant begun) {
        LOG.warn("The scheduled scan of connection \"{}\" failed: {}", setting.connection(), e.getMessage());
        Optional<LastScan> stored = tools.lastScans().of(setting.connection());
        synchronized (this) {
            boolean isNew = stored.isPresent() && learn(stored.orElseThrow());
            if (!isNew) {
                // it was not even stored that it failed
                times.failed(begun, tools.clock().instant());
            }
            error = e.getMessage();
        }
    }

    private synchronized void failed(RuntimeException e) {
        Instant now = tools.clock().instant();
        times.failed(now, now);
        error = StrandlineException.describe(e);
        if (e instanceof StrandlineException) {
            LOG.warn("The scheduled scan of connection \"{}\" failed: {}", setting.connection(), e.getMessage());
        }
    }

    private synchronized void cancel(String reason) {
        OwnStatement statement = running;
        if (statement != null) {
            statement.cancel(reason);
        }
    }

    /** Begins no more, and cancels what runs. */
    synchronized void stop() {
        stopped = true;
        cancel("the gateway stops");
    }

    /** What it looks like now. */
    synchronized ScanRow row() {
        OwnStatement statement = running;
        String state = busy && statement != null ? "RUNNING" : elsewhere ? "ELSEWHERE" : "WAITING";
        LastScan known = last;
        return new ScanRow(
                setting,
                state,
                busy ? null : times.next(),
                known == null ? null : known.startedAt(),
                times.failures(),
                statement == null ? null : statement.id(),
                error == null ? errorBefore : error);
    }
}
