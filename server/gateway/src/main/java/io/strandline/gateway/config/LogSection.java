package io.strandline.gateway.config;

import io.strandline.log.LogOptions;
import io.strandline.log.kafka.KafkaSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event log.
 *
 * @param transport store, memory or kafka; store by default
 * @param partitions how many; 8 by default, 50 on Kafka
 * @param kind append_only or compacted; append_only by default
 * @param keep how long an append-only log keeps its events, as {@code 90d}; for ever by default
 * @param tombstonesKept how long a compacted log keeps tombstones; {@code 1d} by default
 * @param largestRecord most bytes of an event, its key included; 1 MiB by default
 * @param largestView most bytes of the view of a compacted log; 64 MiB by default
 * @param viewSnapshot file that the view of a compacted log begins from; none by default
 * @param ownEvents whether the gateway's own events are published to this log too; false by default
 * @param kafka which topic of which Kafka; for the transport kafka alone
 */
public record LogSection(
        String transport,
        Integer partitions,
        String kind,
        @Nullable String keep,
        String tombstonesKept,
        Integer largestRecord,
        @Nullable Long largestView,
        @Nullable String viewSnapshot,
        @Nullable Boolean ownEvents,
        @Nullable KafkaSection kafka) {
    private static final int PARTITIONS = 8;

    static final LogSection DEFAULTS = new LogSection(
            "store", PARTITIONS, "append_only", null, "1d", LogOptions.LARGEST_RECORD, null, null, null, null);

    public LogSection {
        transport = transport == null ? "store" : transport;
        partitions = partitions == null ? Integer.valueOf(defaultPartitions(transport)) : partitions;
        kind = kind == null ? "append_only" : kind;
        tombstonesKept = tombstonesKept == null ? "1d" : tombstonesKept;
        largestRecord = largestRecord == null ? Integer.valueOf(LogOptions.LARGEST_RECORD) : largestRecord;
    }

    private static int defaultPartitions(String transport) {
        return transport.equals("kafka") ? KafkaSettings.DEFAULT_PARTITIONS : PARTITIONS;
    }

    /**
     * A topic of Kafka.
     *
     * @param bootstrapServers where clients begin, {@code host:port} with commas between
     * @param topic its name; {@value KafkaSettings#DEFAULT_TOPIC} by default
     * @param replicas of the topic when it is created; as many as the brokers say by default
     * @param properties of Kafka's clients, such as a login
     */
    public record KafkaSection(
            @Nullable String bootstrapServers,
            String topic,
            @Nullable Integer replicas,
            Map<String, String> properties) {
        public KafkaSection {
            topic = topic == null ? KafkaSettings.DEFAULT_TOPIC : topic;
            properties = properties == null ? Map.of() : properties;
        }

        /** Without the properties: there are secrets among them. */
        @Override
        public String toString() {
            return "KafkaSection[" + topic + " at " + bootstrapServers + "]";
        }
    }
}
