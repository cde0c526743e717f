package io.strandline.log.kafka;

import static java.util.Objects.requireNonNull;

import io.strandline.common.StrandlineException;
import io.strandline.log.Bytes;
import io.strandline.log.PagedEventLog.NewRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.jspecify.annotations.Nullable;

/** Publishes by one idempotent producer, which all publishers share. Thread-safe. */
final class KafkaWriter implements AutoCloseable {
    /** What a producer that is given up may take to end what it has in hand. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    /** Most bytes of a batch beside the key and the value of its only record. */
    private static final int BATCH_OF_ONE = 100;

    private final KafkaTopic topic;
    private final KafkaClients clients;
    private final KafkaErrors errors;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable KafkaProducer<byte[], byte[]> producer;

    KafkaWriter(KafkaTopic topic, KafkaClients clients, KafkaErrors errors) {
        this.topic = topic;
        this.clients = clients;
        this.errors = errors;
    }

    /**
     * Hands all of them over, then waits for all (LOG-8).
     *
     * @throws StrandlineException that of the lowest position
     */
    List<Long> append(List<NewRecord> records) {
        topic.require();
        records.forEach(this::requireFits);
        Producer<byte[], byte[]> used = producer();
        List<CompletableFuture<Long>> answers = new ArrayList<>();
        StrandlineException notSent = null;
        for (NewRecord added : records) {
            try {
                answers.add(send(used, added));
            } catch (KafkaException | IllegalStateException e) {
                // as when no broker tells where the partition is: those behind it would wait for nothing either
                notSent = errors.ofRead(e instanceof KafkaException known ? known : new KafkaException(e));
                giveUpIfBroken(used, e);
                break;
            }
        }
        List<Long> offsets = new ArrayList<>();
        StrandlineException first = null;
        for (CompletableFuture<Long> answer : answers) {
            try {
                offsets.add(answer.join()); // also when interrupted: what was handed over is not left in flight
            } catch (CompletionException e) {
                Throwable failure = requireNonNull(e.getCause());
                first = first == null ? errors.ofPublish(failure) : first;
                giveUpIfBroken(used, failure);
            }
        }
        if (first != null || notSent != null) {
            throw first == null ? notSent : first;
        }
        return List.copyOf(offsets);
    }

    /** Kafka's producer would split a batch that has too large a record again and again, until its time is over. */
    private void requireFits(NewRecord added) {
        long size = length(added.key()) + length(added.value());
        if (size + BATCH_OF_ONE > topic.largestBatch()) {
            throw errors.tooLarge(size, topic.largestBatch());
        }
    }

    private static long length(@Nullable Bytes bytes) {
        return bytes == null ? 0 : bytes.length();
    }

    private CompletableFuture<Long> send(Producer<byte[], byte[]> used, NewRecord added) {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        Future<RecordMetadata> unused = used.send(
                new ProducerRecord<>(topic.name(), added.partition(), array(added.key()), array(added.value())),
                (written, failure) -> {
                    if (failure != null) {
                        answer.completeExceptionally(failure);
                    } else if (written.hasOffset()) {
                        answer.complete(written.offset());
                    } else { // it is there from an earlier attempt, of which the broker has forgotten the place
                        answer.completeExceptionally(
                                new KafkaException("Kafka has it, but does not know at which offset."));
                    }
                });
        return answer;
    }

    private static byte @Nullable [] array(@Nullable Bytes bytes) {
        return bytes == null ? null : bytes.toArray();
    }

    private Producer<byte[], byte[]> producer() {
        lock.lock();
        try {
            if (producer == null) {
                producer = clients.producer(topic.largestBatch());
            }
            return producer;
        } finally {
            lock.unlock();
        }
    }

    /** After some failures a producer takes nothing more: the next publisher gets another. */
    private void giveUpIfBroken(Producer<byte[], byte[]> used, Throwable failure) {
        if (failure instanceof RetriableException
                || failure instanceof RecordTooLargeException
                || failure instanceof TopicAuthorizationException
                || failure instanceof InterruptException) {
            return;
        }
        lock.lock();
        try {
            if (producer != used) {
                return;
            }
            producer = null;
        } finally {
            lock.unlock();
        }
        used.close(FAREWELL);
    }

    /** What is in hand is waited for. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (producer != null) {
                producer.close(FAREWELL);
                producer = null;
            }
        } finally {
            lock.unlock();
        }
    }
}
