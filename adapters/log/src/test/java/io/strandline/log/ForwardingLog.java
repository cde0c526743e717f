package io.strandline.log;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A log that hands everything on to a real one; what is broken about it is overridden. */
public class ForwardingLog implements MetadataEventLog {
    final MetadataEventLog real;

    /** Hands on to that. */
    protected ForwardingLog(MetadataEventLog real) {
        this.real = real;
    }

    @Override
    public LogOptions options() {
        return real.options();
    }

    @Override
    public int partitionCount() {
        return real.partitionCount();
    }

    @Override
    public boolean outlivesProcess() {
        return real.outlivesProcess();
    }

    @Override
    public long publish(int partition, Bytes event) {
        return real.publish(partition, event);
    }

    @Override
    public long publishKeyed(int partition, Bytes key, @Nullable Bytes event) {
        return real.publishKeyed(partition, key, event);
    }

    @Override
    public List<Long> publishKeyedGroup(List<KeyedEvent> events) {
        return real.publishKeyedGroup(events);
    }

    @Override
    public Subscription subscribe(List<PartitionStart> assignment) {
        return real.subscribe(assignment);
    }

    @Override
    public List<Long> highWaterMarks(Runnable checkpoint) {
        return real.highWaterMarks(checkpoint);
    }

    @Override
    public List<Long> lowWaterMarks(Runnable checkpoint) {
        return real.lowWaterMarks(checkpoint);
    }

    @Override
    public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
        real.visitRange(partition, start, end, visitor, checkpoint);
    }

    @Override
    public long firstOffsetAt(int partition, Instant time, Runnable checkpoint) {
        return real.firstOffsetAt(partition, time, checkpoint);
    }

    @Override
    public long endOffsetBefore(int partition, Instant time, Runnable checkpoint) {
        return real.endOffsetBefore(partition, time, checkpoint);
    }

    @Override
    public Optional<List<PartitionStart>> placesOf(Bytes key, Runnable checkpoint) {
        return real.placesOf(key, checkpoint);
    }

    @Override
    public Optional<List<Long>> lostBefore(Runnable checkpoint) {
        return real.lostBefore(checkpoint);
    }

    @Override
    public Optional<String> identity(Runnable checkpoint) {
        return real.identity(checkpoint);
    }

    @Override
    public boolean mayPass(RuntimeException failure) {
        return real.mayPass(failure);
    }

    @Override
    public List<SubscriptionState> subscriptions() {
        return real.subscriptions();
    }

    /** Whether it may be told to compact. */
    boolean tidies() {
        return true;
    }

    @Override
    public void close() {
        real.close();
    }

    /** A subscription that hands everything on. */
    static class Forwarded implements Subscription {
        final Subscription real;

        Forwarded(Subscription real) {
            this.real = real;
        }

        @Override
        public List<LogRecord> poll(Duration atMost) {
            return real.poll(atMost);
        }

        @Override
        public CompletableFuture<Void> more() {
            return real.more();
        }

        @Override
        public void add(PartitionStart start) {
            real.add(start);
        }

        @Override
        public void remove(int partition) {
            real.remove(partition);
        }

        @Override
        public List<Integer> assigned() {
            return real.assigned();
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
