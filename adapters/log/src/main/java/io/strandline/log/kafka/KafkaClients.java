package io.strandline.log.kafka;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.LogOptions;
import io.strandline.log.Page;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes Kafka's clients, as a log needs them. */
final class KafkaClients {
    /** No call of a client waits longer for its answer; who wants to wait longer calls again. */
    static final Duration CALL = Duration.ofSeconds(2);

    /** What a record costs beside its key and value, and a batch beside its records; with room to spare. */
    private static final int OVERHEAD = 1 << 10;

    /**
     * Records that a reader takes at once. Of a fetch something is left then, and so the next one is not asked for before it is
     * known where: a read elsewhere would have to wait for it.
     */
    private static final int RANGE = 250;

    private static final int BATCH = 256 << 10;

    private static final long BUFFER = 32L << 20;

    private static final String LAST = "30000";

    private final LogOptions options;
    private final KafkaSettings settings;

    KafkaClients(LogOptions options, KafkaSettings settings) {
        this.options = options;
        this.settings = settings;
    }

    /** Most bytes of a batch that the topic must take. */
    int largestBatch() {
        return (int) Math.min(
                Integer.MAX_VALUE, Math.max(LogOptions.LARGEST_RECORD, (long) options.largestRecord()) + OVERHEAD);
    }

    /**
     * Of which each record is there once, in the order it was handed over, on all replicas in sync (LOG-1, LOG-11).
     *
     * @param largestBatch most bytes that the topic takes at once: it would refuse a batch of small records that is larger
     */
    KafkaProducer<byte[], byte[]> producer(int largestBatch) {
        Map<String, Object> own = Map.ofEntries(
                Map.entry(ProducerConfig.ACKS_CONFIG, "all"),
                Map.entry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true"),
                Map.entry(ProducerConfig.LINGER_MS_CONFIG, "0"),
                Map.entry(ProducerConfig.BATCH_SIZE_CONFIG, Integer.toString(Math.min(BATCH, largestBatch))),
                Map.entry(ProducerConfig.BUFFER_MEMORY_CONFIG, Long.toString(Math.max(BUFFER, 2L * largestBatch()))),
                Map.entry(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, Integer.toString(largestBatch())),
                Map.entry(ProducerConfig.MAX_BLOCK_MS_CONFIG, "10000"),
                Map.entry(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000"),
                Map.entry(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, LAST));
        return made(() -> new KafkaProducer<>(
                settings.over(own, ProducerConfig.configNames()),
                new ByteArraySerializer(),
                new ByteArraySerializer()));
    }

    /** Reads what is there: at the end a broker answers soon, so that the next read does not wait for that answer. */
    KafkaConsumer<byte[], byte[]> reader() {
        return consumer("10", RANGE);
    }

    /** Waits for what comes: a broker answers when there is something. */
    KafkaConsumer<byte[], byte[]> follower() {
        return consumer("500", Page.MOST_RECORDS);
    }

    /** In no group, committing nothing, creating nothing (LOG-15); a fetch is a page. */
    private KafkaConsumer<byte[], byte[]> consumer(String longestWaitMillis, int mostRecords) {
        Map<String, Object> own = Map.ofEntries(
                Map.entry(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false"),
                Map.entry(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false"),
                Map.entry(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none"),
                Map.entry(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, longestWaitMillis),
                Map.entry(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, Integer.toString(mostRecords)),
                Map.entry(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, Integer.toString(Page.ENOUGH_BYTES)),
                Map.entry(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, Integer.toString(Page.ENOUGH_BYTES)),
                Map.entry(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, LAST),
                Map.entry(ConsumerConfig.REQUEST_TIMEOUT_MS_CONFIG, "10000"));
        return made(() -> new KafkaConsumer<>(
                settings.over(own, ConsumerConfig.configNames()),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer()));
    }

    Admin admin() {
        Map<String, Object> own = Map.of(
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, "5000",
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, "5000");
        return made(() -> Admin.create(settings.over(own, AdminClientConfig.configNames())));
    }

    private <T> T made(Supplier<T> client) {
        try {
            return client.get();
        } catch (KafkaException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw new StrandlineException(
                    ErrorCode.CONFIGURATION,
                    "Kafka's clients do not take the configuration of log \"" + options.name() + "\": "
                            + settings.masked(StrandlineException.describe(why))
                            + ". Correct log." + options.name() + ".kafka.",
                    e);
        }
    }
}
