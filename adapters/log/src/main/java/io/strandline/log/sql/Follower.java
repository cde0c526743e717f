package io.strandline.log.sql;

import io.strandline.common.CallContext;
import io.strandline.log.LogRecord;
import io.strandline.log.Subscription;
import io.strandline.sqlkit.NothingYet;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What a subscription gives, as rows; says that there is nothing yet several times a second, so that nobody hangs on it. */
final class Follower implements Iterator<LoggedEvent> {
    private static final Duration ONE_WAIT = Duration.ofMillis(200);

    private final String log;
    private final Subscription subscription;
    private final @Nullable Duration longestWait;
    private final CallContext call;
    private Iterator<LogRecord> taken = List.<LogRecord>of().iterator();
    private long lastCame = System.nanoTime();
    private boolean ended;

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
        List<LogRecord> records = subscription.poll(left.compareTo(ONE_WAIT) < 0 ? left : ONE_WAIT);
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
