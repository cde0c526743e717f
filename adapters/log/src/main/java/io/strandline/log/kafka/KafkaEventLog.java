package io.strandline.log.kafka;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.Bytes;
import io.strandline.log.LogErrors;
import io.strandline.log.LogKind;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.Page;
import io.strandline.log.PagedEventLog;
import io.strandline.log.PartitionMarks;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import io.strandline.log.SubscriptionState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A log that is a topic of Kafka, as durable as its replicas: what {@link #publish} returned, all replicas in sync have. Times
 * of records are the leader's. Thread-safe.
 *
 * <p>Publishing creates a topic that is missing; reading needs READ and DESCRIBE on it and nothing else: no consumer group,
 * no offset commit (LOG-15). While no broker answers, reads wait until their caller's deadline (LOG-11).
 */
public final class KafkaEventLog extends PagedEventLog {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaEventLog.class);

    /** Readers that are kept for the next read; each has a connection to a broker, and at most two pages. */
    private static final int MOST_IDLE = 4;

    private final KafkaSettings settings;
    private final KafkaClients clients;
    private final KafkaErrors errors;
    private final KafkaTopic topic;
    private final KafkaWriter writer;
    private final KafkaMarks marks;
    private final ConcurrentLinkedDeque<KafkaReader> idle = new ConcurrentLinkedDeque<>();
    private final AtomicInteger idleCount = new AtomicInteger();
    private final Set<KafkaSubscription> subscriptions = ConcurrentHashMap.newKeySet();

    private KafkaEventLog(LogOptions options, KafkaSettings settings) {
        super(options);
        this.settings = settings;
        this.clients = new KafkaClients(options, settings);
        this.errors = new KafkaErrors(options.name(), settings);
        this.topic = new KafkaTopic(options, settings, clients, errors);
        this.writer = new KafkaWriter(topic, clients, errors);
        this.marks = new KafkaMarks(options.partitions());
    }

    /**
     * Opens a log; its first publish creates the topic, if it is missing. If no broker answers, the topic is looked at when it
     * is first needed.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} if the topic has another number of partitions or another
     *     cleanup policy (LOG-2), or if the clients do not take the settings; {@link ErrorCode#REFUSED} if the brokers
     *     refuse the login
     */
    public static KafkaEventLog open(LogOptions options, KafkaSettings settings) {
        KafkaEventLog log = new KafkaEventLog(options, settings);
        try {
            log.topic.isThere();
        } catch (StrandlineException e) {
            if (!KafkaErrors.mayPass(e)) {
                log.close();
                throw e;
            }
            LOG.warn("log {} opens without Kafka: {}", options.name(), e.getMessage());
        }
        return log;
    }

    static LogRecord record(ConsumerRecord<byte[], byte[]> found) {
        return new LogRecord(
                found.partition(),
                found.offset(),
                Instant.ofEpochMilli(found.timestamp()),
                found.key() == null ? null : Bytes.copyOf(found.key()),
                found.value() == null ? null : Bytes.copyOf(found.value()));
    }

    @Override
    protected List<Long> append(List<NewRecord> records) {
        return writer.append(records);
    }

    @Override
    protected List<PartitionMarks> marks() {
        if (topic.isThere()) {
            reading(reader -> {
                reader.readMarks(partitionCount());
                return true;
            });
        }
        return IntStream.range(0, partitionCount()).mapToObj(marks::of).toList();
    }

    @Override
    protected Page page(int partition, long from, long to) {
        if (!topic.isThere()) {
            return Page.of(List.of(), false, from, to, PartitionMarks.EMPTY);
        }
        return reading(reader -> reader.page(partition, from, to));
    }

    @Override
    public long firstOffsetAt(int partition, Instant time, Runnable checkpoint) {
        options().requirePartition(partition);
        return again(
                checkpoint,
                () -> topic.isThere() ? reading(reader -> reader.firstOffsetAt(partition, time)) : Long.valueOf(0));
    }

    /** Kafka cannot tell: the clocks of two leaders can differ. */
    @Override
    public long endOffsetBefore(int partition, Instant time, Runnable checkpoint) {
        options().requirePartition(partition);
        return Long.MAX_VALUE;
    }

    @Override
    public Optional<List<PartitionStart>> placesOf(Bytes key, Runnable checkpoint) {
        return options().kind() == LogKind.APPEND_ONLY ? Optional.of(List.of()) : Optional.empty();
    }

    /** Kafka takes tombstones of a compacted topic away, and does not say which. */
    @Override
    public Optional<List<Long>> lostBefore(Runnable checkpoint) {
        return options().kind() == LogKind.COMPACTED ? Optional.empty() : super.lostBefore(checkpoint);
    }

    @Override
    public Optional<String> identity(Runnable checkpoint) {
        return again(checkpoint, topic::identity);
    }

    private <T> T reading(Function<KafkaReader, T> read) {
        KafkaReader reader = idle.pollFirst();
        if (reader == null) {
            reader = new KafkaReader(clients.reader(), settings.topic(), marks, errors);
        } else {
            idleCount.decrementAndGet();
        }
        boolean whole = false;
        try {
            T result = read.apply(reader);
            whole = true;
            return result;
        } catch (KafkaException e) {
            throw errors.ofRead(e);
        } finally {
            giveBack(reader, whole);
        }
    }

    private void giveBack(KafkaReader reader, boolean whole) {
        if (!whole || isClosed() || idleCount.incrementAndGet() > MOST_IDLE) {
            if (whole && !isClosed()) {
                idleCount.decrementAndGet();
            }
            closeQuietly(reader);
            return;
        }
        idle.addFirst(reader);
        if (isClosed()) {
            closeIdle();
        }
    }

    private void closeIdle() {
        for (KafkaReader reader = idle.pollFirst(); reader != null; reader = idle.pollFirst()) {
            closeQuietly(reader);
        }
    }

    private static void closeQuietly(KafkaReader reader) {
        try {
            reader.close();
        } catch (KafkaException e) { // as when the thread is interrupted; what is to be closed is closed
            LOG.debug("a consumer did not close in peace", e);
        }
    }

    @Override
    protected Subscription follow(List<PartitionStart> assignment) {
        KafkaSubscription subscription = new KafkaSubscription(
                this, settings.topic(), clients.follower(), marks, errors, SubscriptionState.newNumber());
        assignment.forEach(subscription::begin);
        subscriptions.add(subscription);
        if (isClosed()) {
            subscription.close();
            throw LogErrors.closed(options().name());
        }
        return subscription;
    }

    /** Whether there is something that can be followed. */
    boolean isThere() {
        return topic.isThere();
    }

    /** Why a log that is closed ends its subscriptions. */
    void requireOpened() {
        requireOpen();
    }

    void ended(KafkaSubscription subscription) {
        subscriptions.remove(subscription);
    }

    @Override
    public List<SubscriptionState> subscriptions() {
        return subscriptions.stream().flatMap(each -> each.states().stream()).toList();
    }

    @Override
    public boolean mayPass(RuntimeException failure) {
        return KafkaErrors.mayPass(failure);
    }

    /** What is being published is waited for. */
    @Override
    public void close() {
        super.close();
        subscriptions.forEach(KafkaSubscription::close);
        writer.close();
        closeIdle();
        topic.close();
    }
}
