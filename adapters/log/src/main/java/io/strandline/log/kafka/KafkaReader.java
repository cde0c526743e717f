package io.strandline.log.kafka;

import io.strandline.log.LogRecord;
import io.strandline.log.Page;
import io.strandline.log.PartitionMarks;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/** Reads pages with a consumer that is in no group (LOG-15). For one thread at a time. */
final class KafkaReader implements AutoCloseable {
    /** A page that does not come in that time is empty; who wants it asks again. */
    private static final Duration WAIT = Duration.ofMillis(500);

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final KafkaMarks marks;
    private final KafkaErrors errors;

    KafkaReader(Consumer<byte[], byte[]> consumer, String topic, KafkaMarks marks, KafkaErrors errors) {
        this.consumer = consumer;
        this.topic = topic;
        this.marks = marks;
        this.errors = errors;
    }

    /** Asks for the marks of the first so many partitions. */
    void readMarks(int partitions) {
        List<TopicPartition> all = new ArrayList<>();
        for (int partition = 0; partition < partitions; partition++) {
            all.add(new TopicPartition(topic, partition));
        }
        marks.read(consumer, all);
    }

    /**
     * A page, as the log asks for it. Its next offset is the one that Kafka reports: it is past what compaction took and past
     * control records, which are no records of the log (LOG-10).
     */
    Page page(int partition, long from, long to) {
        TopicPartition read = new TopicPartition(topic, partition);
        if (from >= marks.of(partition).high()) {
            marks.read(consumer, List.of(read));
        }
        PartitionMarks seen = marks.of(partition);
        if (from >= seen.high()) {
            return Page.of(List.of(), false, from, to, seen);
        }
        long begin = Math.max(from, seen.low());
        if (begin >= Math.min(to, seen.high())) {
            return Page.of(List.of(), false, from, to, seen);
        }
        goTo(read, begin);
        ConsumerRecords<byte[], byte[]> polled;
        try {
            polled = consumer.poll(WAIT);
        } catch (OffsetOutOfRangeException e) {
            return overtaken(read, from, begin, to);
        }
        List<LogRecord> records = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> found : polled.records(read)) {
            if (found.offset() < to) {
                records.add(KafkaEventLog.record(found));
            }
        }
        long reached = consumer.position(read, KafkaClients.CALL);
        OptionalLong behind = consumer.currentLag(read);
        marks.sawHigh(partition, reached + behind.orElse(0));
        return new Page(List.copyOf(records), Math.max(from, Math.min(reached, to)), marks.of(partition));
    }

    /** Where it is already, its fetched records stay. */
    private void goTo(TopicPartition read, long offset) {
        if (!consumer.assignment().equals(Set.of(read))) {
            consumer.assign(List.of(read));
            consumer.seek(read, offset);
        } else if (consumer.position(read, KafkaClients.CALL) != offset) {
            consumer.seek(read, offset);
        }
    }

    /** Retention took the beginning meanwhile; else the topic has lost its end. */
    private Page overtaken(TopicPartition read, long from, long begin, long to) {
        marks.read(consumer, List.of(read));
        PartitionMarks seen = marks.of(read.partition());
        if (begin >= seen.low()) {
            throw errors.truncated(read.partition(), seen.high());
        }
        return new Page(List.of(), Math.max(from, Math.min(seen.low(), to)), seen);
    }

    /** The offset from which on records are not older, or where the partition ended before it was looked for. */
    long firstOffsetAt(int partition, Instant time) {
        TopicPartition read = new TopicPartition(topic, partition);
        marks.read(consumer, List.of(read));
        long end = marks.of(partition).high();
        if (time.isAfter(Instant.ofEpochMilli(Long.MAX_VALUE))) {
            return end;
        }
        long millis = time.isBefore(Instant.EPOCH) ? 0 : time.toEpochMilli();
        OffsetAndTimestamp first = consumer.offsetsForTimes(Map.of(read, millis), KafkaClients.CALL)
                .get(read);
        return first == null ? end : first.offset();
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
    }
}
