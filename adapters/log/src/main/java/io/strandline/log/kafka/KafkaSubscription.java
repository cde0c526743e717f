package io.strandline.log.kafka;

import io.strandline.common.ErrorCode;
import io.strandline.common.Signal;
import io.strandline.common.StrandlineException;
import io.strandline.log.LogErrors;
import io.strandline.log.LogRecord;
import io.strandline.log.PartitionMarks;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import io.strandline.log.SubscriptionState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription with a consumer of its own, in no group: partitions are assigned to it, and it commits nothing (LOG-3 to
 * LOG-5, LOG-15). The consumer is used by the thread that polls alone, who learns there of what others assign.
 */
final class KafkaSubscription implements Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSubscription.class);

    /** A missing topic, and a broker that failed, are asked again after so long; who waits without a thread polls again. */
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final KafkaEventLog log;
    private final String topic;
    private final Consumer<byte[], byte[]> consumer;
    private final KafkaMarks marks;
    private final KafkaErrors errors;
    private final long number;
    private final KafkaConnection connection;
    private final Signal changes = new Signal();
    private final ReentrantLock reading = new ReentrantLock();
    private long askedAt = System.nanoTime();
    private long placedAt;
    private boolean consumerClosed;

    private final ReentrantLock lock = new ReentrantLock();
    private final TreeMap<Integer, KafkaPlace> places = new TreeMap<>();
    private long assignments;
    private @Nullable StrandlineException end;

    KafkaSubscription(
            KafkaEventLog log,
            String topic,
            Consumer<byte[], byte[]> consumer,
            KafkaMarks marks,
            KafkaErrors errors,
            long number) {
        this.log = log;
        this.topic = topic;
        this.consumer = consumer;
        this.marks = marks;
        this.errors = errors;
        this.number = number;
        this.connection = new KafkaConnection(consumer, errors);
    }

    /** Assigns a partition that is not assigned yet; before the subscription is known to anybody. */
    void begin(PartitionStart start) {
        places.put(start.partition(), new KafkaPlace(new TopicPartition(topic, start.partition()), start.offset()));
        assignments++;
    }

    @Override
    public List<LogRecord> poll(Duration atMost) {
        long deadline = System.nanoTime() + atMost.toNanos();
        reading.lock();
        try {
            while (true) {
                long seen = changes.count();
                long left = Math.max(0, deadline - System.nanoTime());
                requireGoesOn();
                List<LogRecord> taken = List.of();
                try {
                    if (isPlaced()) {
                        taken = take(left);
                    } else {
                        changes.awaitMoreThan(seen, Math.min(left, PAUSE.toNanos()), TimeUnit.NANOSECONDS, "events");
                    }
                } catch (OffsetOutOfRangeException e) {
                    overtaken(e);
                } catch (WakeupException e) {
                    continue; // somebody assigned a partition, or closed it
                } catch (InterruptException e) {
                    throw errors.ofRead(e);
                } catch (KafkaException e) {
                    bearOrEnd(errors.ofRead(e), seen, left);
                } catch (StrandlineException e) {
                    bearOrEnd(e, seen, left);
                }
                if (!taken.isEmpty() || left == 0) {
                    return taken;
                }
            }
        } finally {
            reading.unlock();
        }
    }

    @Override
    public CompletableFuture<Void> more() {
        return changes.moreThan(changes.count()).completeOnTimeout(null, PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Throws what ended it, or what fails when the time is over; waits a moment after what may pass (LOG-11). */
    private void bearOrEnd(StrandlineException failure, long seen, long left) {
        if (!KafkaErrors.mayPass(failure) && failure.code() != ErrorCode.CANCELLED) {
            throw end(failure);
        }
        if (left == 0 || failure.code() == ErrorCode.CANCELLED) {
            throw failure;
        }
        changes.awaitMoreThan(seen, Math.min(left, PAUSE.toNanos()), TimeUnit.NANOSECONDS, "Kafka");
    }

    /** Tells the consumer what was assigned; false if there is nothing to read. */
    private boolean isPlaced() {
        List<KafkaPlace> wanted = new ArrayList<>();
        long current = locked(() -> {
            wanted.addAll(places.values());
            return assignments;
        });
        if (current != placedAt) {
            if (!wanted.isEmpty() && !log.isThere()) {
                return false;
            }
            place(wanted);
            placedAt = current;
        }
        return !wanted.isEmpty();
    }

    private void place(List<KafkaPlace> wanted) {
        consumer.assign(wanted.stream().map(each -> each.partition).toList());
        List<KafkaPlace> added =
                locked(() -> wanted.stream().filter(each -> !each.placed).toList());
        if (added.isEmpty()) {
            return;
        }
        marks.read(consumer, added.stream().map(each -> each.partition).toList());
        long now = System.nanoTime();
        locked(() -> {
            for (KafkaPlace each : added) {
                consumer.seek(each.partition, each.begin(marks.of(each.partition.partition()), now));
            }
            return true;
        });
    }

    private List<LogRecord> take(long left) {
        long lastAsked = askedAt;
        ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ofNanos(left));
        askedAt = System.nanoTime();
        connection.require(!polled.isEmpty(), askedAt);
        return locked(() -> {
            List<LogRecord> taken = new ArrayList<>();
            for (KafkaPlace each : places.values()) {
                if (each.placed) {
                    deliver(each, polled.records(each.partition), lastAsked, taken);
                }
            }
            return List.copyOf(taken);
        });
    }

    private void deliver(
            KafkaPlace place, List<ConsumerRecord<byte[], byte[]>> records, long lastAsked, List<LogRecord> taken) {
        for (ConsumerRecord<byte[], byte[]> found : records) {
            if (place.mayHaveMissed(found.offset(), log.options())) {
                throw end(LogErrors.lagged(
                        log.options().name(), place.partition.partition(), place.next, found.offset()));
            }
            if (place.goPast(found.offset())) {
                taken.add(KafkaEventLog.record(found));
            }
        }
        if (consumer.currentLag(place.partition).orElse(1) == 0) {
            place.completeAt = lastAsked;
        }
    }

    /** Retention took what was not read yet; or, before anything was read, moves the beginning (LOG-5, LOG-6). */
    private void overtaken(OffsetOutOfRangeException failure) {
        try {
            marks.read(consumer, failure.partitions());
        } catch (KafkaException e) {
            throw errors.ofRead(e);
        }
        locked(() -> {
            failure.offsetOutOfRangePartitions().forEach(this::overtaken);
            return true;
        });
    }

    private void overtaken(TopicPartition partition, long offset) {
        KafkaPlace place = places.get(partition.partition());
        PartitionMarks seen = marks.of(partition.partition());
        if (place == null || !place.placed) {
            return;
        }
        if (offset >= seen.low()) {
            throw end(errors.truncated(partition.partition(), seen.high()));
        }
        if (place.hasRead) {
            throw end(LogErrors.lagged(log.options().name(), partition.partition(), place.next, seen.low()));
        }
        place.placed = false;
        assignments++;
    }

    private void requireGoesOn() {
        locked(() -> {
            if (end != null) {
                throw end;
            }
            return true;
        });
        log.requireOpened();
    }

    private StrandlineException end(StrandlineException why) {
        return locked(() -> {
            if (end == null) {
                end = why;
                places.clear();
                log.ended(this);
            }
            return end;
        });
    }

    @Override
    public void add(PartitionStart start) {
        log.options().requirePartition(start.partition());
        requireGoesOn();
        locked(() -> {
            if (!places.containsKey(start.partition())) {
                begin(start);
            }
            return true;
        });
        wake();
    }

    @Override
    public void remove(int partition) {
        log.options().requirePartition(partition);
        locked(() -> {
            if (places.remove(partition) != null) {
                assignments++;
            }
            return true;
        });
        wake();
    }

    private <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            return work.get();
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        changes.raise();
        consumer.wakeup();
    }

    @Override
    public List<Integer> assigned() {
        return locked(() -> List.copyOf(places.keySet()));
    }

    /** Where it is. */
    List<SubscriptionState> states() {
        return locked(() -> places.values().stream()
                .map(each -> new SubscriptionState(number, each.partition.partition(), each.next))
                .toList());
    }

    @Override
    public void close() {
        end(LogErrors.subscriptionClosed(log.options().name()));
        wake();
        reading.lock();
        try {
            if (!consumerClosed) {
                consumerClosed = true;
                consumer.close(CloseOptions.timeout(Duration.ZERO));
            }
        } catch (InterruptException e) { // the thread stays interrupted, and the consumer is closed
            LOG.debug("a consumer did not close in peace", e);
        } finally {
            reading.unlock();
        }
    }
}
