package io.strandline.log.kafka;

import io.strandline.log.LogKind;
import io.strandline.log.LogOptions;
import io.strandline.log.PartitionMarks;
import java.time.Duration;
import org.apache.kafka.common.TopicPartition;

/** Where a subscription is in a partition; guarded by the subscription's lock. */
final class KafkaPlace {
    final TopicPartition partition;

    /** The offset it reads next. */
    long next;

    /** Whether the consumer was told where to read. */
    boolean placed;

    /** Whether a record was given to the subscriber. */
    boolean hasRead;

    /** At that {@link System#nanoTime()} it had all that the partition said. */
    long completeAt;

    KafkaPlace(TopicPartition partition, long next) {
        this.partition = partition;
        this.next = next;
    }

    /**
     * Begins to read.
     *
     * @return the offset to go to: what lies between the end and a start beyond it is read, and left out (LOG-6)
     */
    long begin(PartitionMarks seen, long now) {
        long from = Math.max(seen.low(), Math.min(next, seen.high()));
        next = Math.max(next, seen.low());
        completeAt = now;
        placed = true;
        return from;
    }

    /** Goes past a record; false if it is not wanted. */
    boolean goPast(long offset) {
        if (offset < next) {
            return false;
        }
        next = offset + 1;
        hasRead = true;
        return true;
    }

    /**
     * Whether a tombstone may have gone unread: a compacted topic keeps them for a time; who has not been at the end for
     * longer, and finds a gap, may have missed one in it (LOG-5, LOG-9).
     */
    boolean mayHaveMissed(long found, LogOptions options) {
        return options.kind() == LogKind.COMPACTED
                && found > next
                && Duration.ofNanos(System.nanoTime() - completeAt).compareTo(options.tombstonesKept()) > 0;
    }
}
