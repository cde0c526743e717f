package io.strandline.log.sql;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.LogRecord;
import io.strandline.log.Subscription;
import io.strandline.sqlkit.NothingYet;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What a subscription gives, as rows; waits for nothing, and says how long there is nothing yet. */
final class Follower implements Iterator<LoggedEvent> {
    /** A transport that is away is asked again after so long. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Duration FOR_EVER = Duration.ofDays(1_000);

    private final String log;
    private final Supplier<Subscription> begin;
    private final Predicate<RuntimeException> mayPass;
    private final @Nullable Duration longestWait;
    private final CallContext call;
    private @Nullable Subscription subscription;
    private Iterator<LogRecord> taken = List.<LogRecord>of().iterator();
    private long lastCame = System.nanoTime();
    private boolean ended;
    private boolean closed;

    /**
     * Begins to follow; if the transport is away it begins when that is back.
     *
     * @param begin what it follows; fails soon if it cannot be asked
     * @param mayPass what the transport throws while it is away (LOG-11)
     * @param longestWait the rows end when nothing came for so long; null for ever
     */
    Follower(
            String log,
            Supplier<Subscription> begin,
            Predicate<RuntimeException> mayPass,
            @Nullable Duration longestWait,
            CallContext call) {
        this.log = log;
        this.begin = begin;
        this.mayPass = mayPass;
        this.longestWait = longestWait;
        this.call = call;
        try {
            this.subscription = begin.get();
        } catch (StrandlineException e) {
            if (!passes(e)) {
                throw e;
            }
        }
    }

    /** The rows. */
    Stream<LoggedEvent> stream() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    /** Ends what it follows, also what begins meanwhile. */
    void close() {
        Subscription own;
        synchronized (this) {
            closed = true;
            own = subscription;
        }
        if (own != null) {
            own.close();
        }
    }

    private Subscription begun() {
        synchronized (this) {
            if (subscription != null) {
                return subscription;
            }
            if (closed) {
                throw cancelled();
            }
        }
        // not under the lock, since close waits for nobody
        Subscription own = begin.get();
        synchronized (this) {
            if (!closed) {
                subscription = own;
                return own;
            }
        }
        own.close();
        throw cancelled();
    }

    private StrandlineException cancelled() {
        return new StrandlineException(ErrorCode.CANCELLED, "following log \"" + log + "\" was cancelled.");
    }

    @Override
    public boolean hasNext() {
        if (taken.hasNext()) {
            return true;
        }
        if (ended) {
            return false;
        }
        call.checkpoint();
        List<LogRecord> records = poll();
        if (!records.isEmpty()) {
            lastCame = System.nanoTime();
            taken = records.iterator();
            return true;
        }
        if (left().isZero()) {
            ended = true;
            return false;
        }
        throw new NothingYet(() -> within(left(), begun().more()));
    }

    /** What is there; a transport that is away only has nothing yet. */
    private List<LogRecord> poll() {
        try {
            return begun().poll(Duration.ZERO);
        } catch (StrandlineException e) {
            if (!passes(e) || left().isZero()) {
                throw e;
            }
            Duration pause = left().compareTo(PAUSE) < 0 ? left() : PAUSE;
            throw new NothingYet(() -> within(pause, new CompletableFuture<>()));
        }
    }

    /** What gave up in time has what it waited for beside it. */
    private boolean passes(StrandlineException failure) {
        return mayPass.test(failure)
                || Arrays.stream(failure.getSuppressed())
                        .anyMatch(waited -> waited instanceof RuntimeException known && mayPass.test(known));
    }

    private static CompletableFuture<Void> within(Duration time, CompletableFuture<Void> more) {
        return more.completeOnTimeout(null, time.toMillis() + 1, TimeUnit.MILLISECONDS);
    }

    private Duration left() {
        if (longestWait == null) {
            return FOR_EVER;
        }
        Duration left = longestWait.minusNanos(System.nanoTime() - lastCame);
        return left.isNegative() ? Duration.ZERO : left;
    }

    @Override
    public LoggedEvent next() {
        if (!taken.hasNext()) {
            throw new NoSuchElementException();
        }
        return new LoggedEvent(log, taken.next());
    }
}
