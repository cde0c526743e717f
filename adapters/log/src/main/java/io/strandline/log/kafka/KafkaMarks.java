package io.strandline.log.kafka;

import io.strandline.log.PartitionMarks;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The marks of a topic's partitions, as far as this process has seen them. They never fall, though a leader that has just
 * become one can know less than the last (LOG-6). Thread-safe.
 */
final class KafkaMarks {
    private final AtomicLongArray lows;
    private final AtomicLongArray highs;

    KafkaMarks(int partitions) {
        this.lows = new AtomicLongArray(partitions);
        this.highs = new AtomicLongArray(partitions);
    }

    /** As last seen. */
    PartitionMarks of(int partition) {
        long low = lows.get(partition);
        return new PartitionMarks(low, Math.max(low, highs.get(partition)), low);
    }

    /** Asks for them. */
    void read(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        // low before high, so that no low mark is above its high one
        Map<TopicPartition, Long> low = consumer.beginningOffsets(partitions, KafkaClients.CALL);
        Map<TopicPartition, Long> high = consumer.endOffsets(partitions, KafkaClients.CALL);
        low.forEach((partition, offset) -> lows.accumulateAndGet(partition.partition(), offset, Math::max));
        high.forEach((partition, offset) -> sawHigh(partition.partition(), offset));
    }

    /** Records below it are there, or were. */
    void sawHigh(int partition, long offset) {
        highs.accumulateAndGet(partition, offset, Math::max);
    }
}
