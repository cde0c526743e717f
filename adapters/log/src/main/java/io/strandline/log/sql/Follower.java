package io.strandline.log.sql;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.LogRecord;
import io.strandline.log.Subscription;
import io.strandline.sqlkit.NothingYet;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What a subscription gives, as rows; waits for nothing, and says how long there is nothing yet. */
final class Follower implements Iterator<LoggedEvent> {
    /** A transport that is away is asked again after so long. */
    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Duration FOR_EVER = Duration.ofDays(1_000);

    /** What a transport throws while it is away (LOG-11). */
    private static final Set<ErrorCode> MAY_PASS = EnumSet.of(ErrorCode.STORE, ErrorCode.BACKEND);

    private final String log;
    private final Supplier<Subscription> begin;
    private final @Nullable Duration longestWait;
    private final CallContext call;
    private @Nullable Subscription subscription;
    private Iterator<LogRecord> taken = List.<LogRecord>of().iterator();
    private long lastCame = System.nanoTime();
    private boolean ended;
    private @Nullable StrandlineException failure;

    /**
     * Begins to follow; if the transport is away it begins when that is back.
     *
     * @param begin what it follows; fails soon if it cannot be asked
     * @param longestWait the rows end when nothing came for so long; null for ever
     */
    Follower(String log, Supplier<Subscription> begin, @Nullable Duration longestWait, CallContext call) {
        this.log = log;
        this.begin = begin;
        this.longestWait = longestWait;
        this.call = call;
        try {
            this.subscription = begin.get();
        } catch (StrandlineException e) {
            if (!MAY_PASS.contains(e.code())) {
                throw e;
            }
        }
    }

    /** The rows. */
    Stream<LoggedEvent> stream() {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false);
    }

    /** Ends what it follows. */
    void close() {
        if (subscription != null) {
            subscription.close();
        }
    }

    private Subscription begun() {
        Subscription own = subscription;
        if (own == null) {
            own = begin.get();
            subscription = own;
        }
        return own;
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
            List<LogRecord> records = begun().poll(Duration.ZERO);
            failure = null;
            return records;
        } catch (StrandlineException e) {
            // what has ended the subscription is thrown by each further call, the same one
            if (!MAY_PASS.contains(e.code()) || e == failure || left().isZero()) {
                throw e;
            }
            failure = e;
            Duration pause = left().compareTo(PAUSE) < 0 ? left() : PAUSE;
            throw new NothingYet(() -> within(pause, new CompletableFuture<>()));
        }
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
