package io.strandline.log;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A log of events in partitions, durable as its transport is, which any number of readers follow (LOG-1 to LOG-10).
 * Thread-safe.
 *
 * <p>Errors are {@link io.strandline.common.StrandlineException}s of a closed list: {@code PARTITION_OUT_OF_RANGE},
 * {@code LOG_CLOSED}, {@code NOT_SUPPORTED}, {@code STOPPED_SHORT}, {@code LIMIT_EXCEEDED} for a record that is too large,
 * {@code STORE} or {@code BACKEND} for a transport that fails, {@code LAGGED}, {@code NOT_READY}, {@code REFUSED};
 * {@code OUTCOME_UNKNOWN} for a publish whose answer was lost; {@code BAD_ARGUMENT} for an offset below 0 and for a
 * partition named twice; and what a reader's own checkpoint throws. After each but {@code OUTCOME_UNKNOWN} a single publish
 * has written nothing.
 */
public interface MetadataEventLog extends AutoCloseable {
    /** What it was opened as. */
    LogOptions options();

    /** How many partitions it has; never changes. */
    default int partitionCount() {
        return options().partitions();
    }

    /** Whether what was published is still there in the next process. */
    default boolean outlivesProcess() {
        return true;
    }

    /**
     * Appends an event without a key, to an append-only log.
     *
     * @return its offset, which every subscriber sees; it is as durable as the transport makes it
     */
    long publish(int partition, Bytes event);

    /**
     * Appends a value of a key, or its tombstone, to a compacted log. A transport for compacted logs must have it.
     *
     * @param event null for a tombstone
     * @return its offset
     */
    default long publishKeyed(int partition, Bytes key, @Nullable Bytes event) {
        throw LogErrors.unsupported(options().name(), "events with keys");
    }

    /**
     * Appends all of them and waits for all, those of one partition in their order (LOG-8). If one fails, any of them may
     * have been appended. This one goes one at a time and stops at the first failure; a transport that can, hands all over
     * before it waits, and throws the error of the lowest position.
     *
     * @return their offsets, in the order given
     */
    default List<Long> publishKeyedGroup(List<KeyedEvent> events) {
        List<Long> offsets = new ArrayList<>();
        events.forEach(event -> offsets.add(publishKeyed(event.partition(), event.key(), event.value())));
        return List.copyOf(offsets);
    }

    /**
     * Follows those partitions, none of them twice; with none it waits for {@link Subscription#add}. Subscribers know
     * nothing of each other (LOG-3, LOG-5).
     */
    Subscription subscribe(List<PartitionStart> assignment);

    /**
     * By partition, one more than the last offset that was written; 0 where none ever was (LOG-6).
     *
     * @param checkpoint called before each attempt to read; what it throws ends them (LOG-11)
     */
    List<Long> highWaterMarks(Runnable checkpoint);

    /** By partition, the first offset that is kept; the high-water mark where none is. Neither ever falls (LOG-6). */
    default List<Long> lowWaterMarks(Runnable checkpoint) {
        return IntStream.range(0, partitionCount()).mapToObj(partition -> 0L).toList();
    }

    /**
     * Shows what the partition keeps of {@code start <= offset < end}, in order, with one page in memory (LOG-10). Neither
     * subscribes nor writes. What fails and may pass is tried again from the same offset, until the checkpoint throws
     * (LOG-11).
     *
     * @param end beyond the high-water mark what exists is shown, then {@code STOPPED_SHORT} is thrown
     * @param checkpoint called before each page
     */
    default void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
        throw LogErrors.unsupported(options().name(), "ranges");
    }

    /**
     * An offset below which every record was written before that time: those from then on are at it or behind it. 0 if the
     * transport cannot tell without reading the log.
     */
    default long firstOffsetAt(int partition, Instant time, Runnable checkpoint) {
        return 0;
    }

    /**
     * An offset from which on no record was written before that time. {@link Long#MAX_VALUE} if the transport cannot tell
     * without reading the log.
     */
    default long endOffsetBefore(int partition, Instant time, Runnable checkpoint) {
        return Long.MAX_VALUE;
    }

    /**
     * Where the records of a key are that are kept, in order of partition and offset; empty if the transport cannot find
     * them sooner than by reading the log.
     */
    default Optional<List<PartitionStart>> placesOf(Bytes key, Runnable checkpoint) {
        return Optional.empty();
    }

    /**
     * By partition, the offset below which records can be gone that said something, such as tombstones: who has read all
     * before it has missed nothing. Empty if the transport cannot tell.
     */
    default Optional<List<Long>> lostBefore(Runnable checkpoint) {
        return Optional.empty();
    }

    /** What tells it from another log of its name, made anew; empty if nothing does, or if nobody has written to it. */
    default Optional<String> identity(Runnable checkpoint) {
        return Optional.empty();
    }

    /** Whether a read that failed so may succeed when it is made again (LOG-11). */
    default boolean mayPass(RuntimeException failure) {
        return false;
    }

    /** Where the subscriptions of this process are; none if the transport does not know. */
    default List<SubscriptionState> subscriptions() {
        return List.of();
    }

    /** Ends it: all subscriptions end, nothing more is published. Idempotent. */
    @Override
    void close();
}
