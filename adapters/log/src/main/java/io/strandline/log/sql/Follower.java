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
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What a subscription gives, as rows; says that there is nothing yet several times a second, so that nobody hangs on it. */
final class Follower implements Iterator<LoggedEvent> {
    private static final Duration ONE_WAIT = Duration.ofMillis(200);

    /** What a transport throws while it is away (LOG-11). */
    private static final Set<ErrorCode> MAY_PASS = EnumSet.of(ErrorCode.STORE, ErrorCode.BACKEND);

    private final String log;
    private final Subscription subscription;
    private final @Nullable Duration longestWait;
    private final CallContext call;
    private Iterator<LogRecord> taken = List.<LogRecord>of().iterator();
    private long lastCame = System.nanoTime();
    private boolean ended;
    private @Nullable StrandlineException failure;

    private Follower(String log, Subscription subscription, @Nullable Duration longestWait, CallContext call) {
        this.log = log;
        this.subscription = subscription;
        this.longestWait = longestWait;
        this.call = call;
    }

    /** The rows, until nothing came for so long; for ever if that is null. */
    static Stream<LoggedEvent> stream(
            String log, Subscription subscription, @Nullable Duration longestWait, CallContext call) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(
                        new Follower(log, subscription, longestWait, call), Spliterator.ORDERED | Spliterator.NONNULL),
                false);
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
        Duration left = left();
        List<LogRecord> records = poll(left.compareTo(ONE_WAIT) < 0 ? left : ONE_WAIT);
        if (!records.isEmpty()) {
            lastCame = System.nanoTime();
            taken = records.iterator();
            return true;
        }
        if (left().isZero()) {
            ended = true;
            return false;
        }
        throw new NothingYet();
    }

    /** What comes in that time; a transport that is away only has nothing yet. */
    private List<LogRecord> poll(Duration atMost) {
        try {
            List<LogRecord> records = subscription.poll(atMost);
            failure = null;
            return records;
        } catch (StrandlineException e) {
            // what has ended the subscription is thrown by each further call, the same one
            if (!MAY_PASS.contains(e.code()) || e == failure || left().isZero()) {
                throw e;
            }
            failure = e;
            throw new NothingYet();
        }
    }

    private Duration left() {
        if (longestWait == null) {
            return ONE_WAIT;
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
