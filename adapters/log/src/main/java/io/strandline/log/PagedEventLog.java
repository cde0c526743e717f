package io.strandline.log;

import io.strandline.common.Signal;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A log whose transport reads pages: what subscribers and visitors see is the same for all of those. Thread-safe, as what a
 * transport adds must be.
 */
public abstract class PagedEventLog implements MetadataEventLog {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final LogOptions options;
    private final Signal changes = new Signal();
    private final Set<PagedSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** A log of those options. */
    protected PagedEventLog(LogOptions options) {
        this.options = options;
    }

    /** The marks of every partition, at one moment. */
    protected abstract List<PartitionMarks> marks();

    /**
     * The records of {@code from <= offset < to} that are kept, the first of them as far as they fill a page.
     *
     * @param from may lie beyond the high-water mark
     */
    protected abstract Page page(int partition, long from, long to);

    /** Appends checked events. */
    protected abstract List<Long> append(List<NewRecord> records);

    @Override
    public abstract boolean mayPass(RuntimeException failure);

    /**
     * A record to append.
     *
     * @param key null in an append-only log
     * @param value null for a tombstone
     */
    public record NewRecord(
            int partition, @Nullable Bytes key, @Nullable Bytes value) {
        /** Bytes of key and value. */
        public int size() {
            return (key == null ? 0 : key.length()) + (value == null ? 0 : value.length());
        }
    }

    @Override
    public final LogOptions options() {
        return options;
    }

    @Override
    public long publish(int partition, Bytes event) {
        return appendAll(List.of(new NewRecord(partition, null, event))).get(0);
    }

    @Override
    public long publishKeyed(int partition, Bytes key, @Nullable Bytes event) {
        return appendAll(List.of(new NewRecord(partition, key, event))).get(0);
    }

    /** All or none of them are appended. */
    @Override
    public List<Long> publishKeyedGroup(List<KeyedEvent> events) {
        return appendAll(events.stream()
                .map(event -> new NewRecord(event.partition(), event.key(), event.value()))
                .toList());
    }

    private List<Long> appendAll(List<NewRecord> records) {
        requireOpen();
        records.forEach(this::require);
        return records.isEmpty() ? List.of() : append(records);
    }

    /** Checks that the log takes the record. */
    protected final void require(NewRecord added) {
        options.require(added.partition(), added.key(), added.value());
    }

    final void requirePartition(int partition) {
        options.requirePartition(partition);
    }

    /** Checks that nobody closed it. */
    protected final void requireOpen() {
        if (closed) {
            throw LogErrors.closed(options.name());
        }
    }

    @Override
    public Subscription subscribe(List<PartitionStart> assignment) {
        requireOpen();
        Set<Integer> named = new HashSet<>();
        assignment.forEach(start -> {
            requirePartition(start.partition());
            if (!named.add(start.partition())) {
                throw LogErrors.repeated(options.name(), start.partition());
            }
        });
        return follow(assignment);
    }

    /** Follows checked partitions; reads a page where there is more. */
    protected Subscription follow(List<PartitionStart> assignment) {
        List<PartitionMarks> marks = assignment.isEmpty() ? List.of() : marksSoon();
        PagedSubscription subscription = new PagedSubscription(this);
        assignment.forEach(start -> subscription.begin(start, marks.get(start.partition())));
        subscriptions.add(subscription);
        if (closed) {
            subscription.close();
            throw LogErrors.closed(options.name());
        }
        return subscription;
    }

    /** The marks, for who has no time of its own that ends the attempts. */
    final List<PartitionMarks> marksSoon() {
        return again(ReadAgain.within(SOON, options.name()), this::marks);
    }

    @Override
    public List<Long> highWaterMarks(Runnable checkpoint) {
        return again(checkpoint, this::marks).stream().map(PartitionMarks::high).toList();
    }

    @Override
    public List<Long> lowWaterMarks(Runnable checkpoint) {
        return again(checkpoint, this::marks).stream().map(PartitionMarks::low).toList();
    }

    @Override
    public Optional<List<Long>> lostBefore(Runnable checkpoint) {
        return Optional.of(again(checkpoint, this::marks).stream()
                .map(PartitionMarks::lostBefore)
                .toList());
    }

    @Override
    public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
        requirePartition(partition);
        if (start < 0) {
            throw LogErrors.negativeOffset(partition, start);
        }
        long next = start;
        while (next < end) {
            long from = next;
            Page page = again(checkpoint, () -> page(partition, from, end));
            for (LogRecord found : page.records()) {
                if (!visitor.visit(found)) {
                    return;
                }
            }
            next = page.next();
            if (next < end && next >= page.marks().high()) {
                throw LogErrors.stoppedShort(
                        options.name(), partition, end, page.marks().high());
            }
        }
    }

    /** Reads, and reads again what may pass, until the checkpoint throws (LOG-11). */
    protected final <T> T again(Runnable checkpoint, Supplier<T> read) {
        return ReadAgain.whileItMayPass(this::mayPass, () -> {
            checkpoint.run();
            requireOpen();
            return read.get();
        });
    }

    /** For times that never fall within a partition: where later ones begin, earlier ones end. */
    @Override
    public long endOffsetBefore(int partition, Instant time, Runnable checkpoint) {
        return firstOffsetAt(partition, time, checkpoint);
    }

    @Override
    public List<SubscriptionState> subscriptions() {
        return subscriptions.stream().flatMap(each -> each.states().stream()).toList();
    }

    /** Says to those who wait that there can be more to read. */
    protected final void changed() {
        changes.raise();
    }

    final Signal changes() {
        return changes;
    }

    final void ended(PagedSubscription subscription) {
        subscriptions.remove(subscription);
    }

    /** Whether somebody closed it. */
    protected final boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        changes.raise();
    }
}
