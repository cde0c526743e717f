package io.strandline.log;

import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A subscription that is a place in each of its partitions, and reads a page where there is more (LOG-3 to LOG-5). */
final class PagedSubscription implements Subscription {
    /** A failure that may pass is waited for so long before the read is made again. */
    private static final Duration PAUSE = Duration.ofMillis(50);

    private final long number = SubscriptionState.newNumber();
    private final PagedEventLog log;
    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Integer, Place> places = new TreeMap<>();
    private int served = -1;

    /** How often there was news when nothing was found last: until there is more, nobody asks the transport. */
    private long emptyAt = -1;

    private @Nullable StrandlineException end;

    PagedSubscription(PagedEventLog log) {
        this.log = log;
    }

    /** Where it is in a partition; guarded by the lock. */
    private static final class Place {
        private final int partition;
        private long next;
        private long lostBefore;
        private long high;

        Place(PartitionStart start, PartitionMarks marks) {
            this.partition = start.partition();
            this.next = Math.max(start.offset(), marks.low());
            this.lostBefore = marks.lostBefore();
            this.high = marks.high();
        }

        void look(PartitionMarks marks, String log) {
            if (marks.lostBefore() > lostBefore) {
                if (next < marks.lostBefore()) {
                    throw LogErrors.lagged(log, partition, next, marks.lostBefore());
                }
                lostBefore = marks.lostBefore();
            }
            high = marks.high();
        }
    }

    /** Assigns a partition that is not assigned yet; before the subscription is known to anybody. */
    void begin(PartitionStart start, PartitionMarks marks) {
        places.put(start.partition(), new Place(start, marks));
    }

    @Override
    public List<LogRecord> poll(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (true) {
            long seen = log.changes().count();
            long left = deadline - System.nanoTime();
            try {
                List<LogRecord> taken = take();
                if (!taken.isEmpty() || left <= 0) {
                    return taken;
                }
                log.changes().awaitMoreThan(seen, left, TimeUnit.NANOSECONDS, "events");
            } catch (RuntimeException failure) {
                if (left <= 0 || !log.mayPass(failure)) {
                    throw failure;
                }
                log.changes().awaitMoreThan(seen, Math.min(left, PAUSE.toNanos()), TimeUnit.NANOSECONDS, "the log");
            }
        }
    }

    private List<LogRecord> take() {
        lock.lock();
        try {
            requireGoesOn();
            long news = log.changes().count();
            List<LogRecord> taken = fromThoseBehind();
            if (taken.isEmpty() && !places.isEmpty() && news != emptyAt) {
                List<PartitionMarks> marks = log.marks();
                for (Place place : places.values()) {
                    place.look(marks.get(place.partition), log.options().name());
                }
                taken = fromThoseBehind();
                emptyAt = taken.isEmpty() ? news : -1;
            }
            return taken;
        } catch (StrandlineException failure) {
            if (end == null && !log.mayPass(failure)) {
                end(failure);
            }
            throw failure;
        } finally {
            lock.unlock();
        }
    }

    /** A page of the next partition in turn that is known to have more. */
    private List<LogRecord> fromThoseBehind() {
        List<Place> inTurn = new ArrayList<>(places.tailMap(served, false).values());
        inTurn.addAll(places.headMap(served, true).values());
        for (Place place : inTurn) {
            while (place.next < place.high) {
                Page page = log.page(place.partition, place.next, Long.MAX_VALUE);
                place.look(page.marks(), log.options().name());
                place.next = page.next();
                if (!page.records().isEmpty()) {
                    served = place.partition;
                    return page.records();
                }
            }
        }
        return List.of();
    }

    private void requireGoesOn() {
        if (end != null) {
            throw end;
        }
        log.requireOpen();
    }

    @Override
    public CompletableFuture<Void> more() {
        lock.lock();
        try {
            if (end != null || log.isClosed()) {
                return CompletableFuture.completedFuture(null);
            }
            return log.changes().moreThan(places.isEmpty() ? log.changes().count() : emptyAt);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void add(PartitionStart start) {
        log.requirePartition(start.partition());
        lock.lock();
        try {
            requireGoesOn();
            if (!places.containsKey(start.partition())) {
                begin(start, log.marksSoon().get(start.partition()));
            }
        } finally {
            lock.unlock();
        }
        log.changes().raise();
    }

    @Override
    public void remove(int partition) {
        log.requirePartition(partition);
        lock.lock();
        try {
            places.remove(partition);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Integer> assigned() {
        lock.lock();
        try {
            return List.copyOf(places.keySet());
        } finally {
            lock.unlock();
        }
    }

    /** Where it is. */
    List<SubscriptionState> states() {
        lock.lock();
        try {
            return places.values().stream()
                    .map(place -> new SubscriptionState(number, place.partition, place.next))
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    private void end(StrandlineException why) {
        end = why;
        places.clear();
        log.ended(this);
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (end == null) {
                end(LogErrors.subscriptionClosed(log.options().name()));
            }
        } finally {
            lock.unlock();
        }
        log.changes().raise();
    }
}
