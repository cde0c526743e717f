package io.strandline.log.kafka;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.jspecify.annotations.Nullable;

/**
 * Which topic of which Kafka a log is.
 *
 * @param bootstrapServers where clients begin, {@code host:port} with commas between
 * @param topic its name; {@link #DEFAULT_TOPIC} unless told otherwise
 * @param replicas how many replicas the topic gets when it is created; null for what the brokers give
 * @param properties of Kafka's clients, such as {@code security.protocol} and {@code sasl.jaas.config}
 */
public record KafkaSettings(
        String bootstrapServers, String topic, @Nullable Integer replicas, Map<String, String> properties) {
    /** The topic of a log that names none. */
    public static final String DEFAULT_TOPIC = "__strandline_metadata";

    /** How many partitions a topic gets unless told otherwise. */
    public static final int DEFAULT_PARTITIONS = 50;

    /** What the promises of a log rest on. */
    private static final Set<String> OWN = Set.of(
            "bootstrap.servers",
            "acks",
            "allow.auto.create.topics",
            "auto.offset.reset",
            "enable.auto.commit",
            "enable.idempotence",
            "fetch.max.bytes",
            "fetch.max.wait.ms",
            "fetch.min.bytes",
            "group.id",
            "group.instance.id",
            "group.protocol",
            "isolation.level",
            "key.deserializer",
            "key.serializer",
            "max.in.flight.requests.per.connection",
            "max.partition.fetch.bytes",
            "max.poll.records",
            "max.request.size",
            "partitioner.class",
            "retries",
            "transactional.id",
            "value.deserializer",
            "value.serializer");

    private static final String HIDDEN = "***";

    /** An option of {@code sasl.jaas.config}, and its value. */
    private static final Pattern LOGIN_PART = Pattern.compile("(\\w+)\\s*=\\s*[\"']([^\"']+)[\"']");

    /**
     * Checks the properties.
     *
     * @throws StrandlineException {@link ErrorCode#CONFIGURATION} naming the property
     */
    public KafkaSettings {
        properties = Map.copyOf(properties);
        Set<String> known = known();
        for (String name : new TreeSet<>(properties.keySet())) {
            if (OWN.contains(name)) {
                throw wrong("the property " + name
                        + " of Kafka's clients is not for you to set: the log's promises rest on it.");
            }
            if (!known.contains(name)) {
                throw wrong("Kafka's clients have no property \"" + Text.cut(name, 200) + "\""
                        + Text.didYouMean(name, known));
            }
        }
        if (bootstrapServers.isBlank()) {
            throw wrong("Kafka's bootstrap servers are not named: give host:port, with commas between.");
        }
        if (!topic.matches("[A-Za-z0-9._-]{1,249}") || topic.equals(".") || topic.equals("..")) {
            throw wrong("\"" + Text.cut(topic, 300)
                    + "\" cannot be a topic: Kafka takes 1 to 249 letters, digits, dots, underscores and hyphens.");
        }
        if (replicas != null && (replicas < 1 || replicas > Short.MAX_VALUE)) {
            throw wrong("a topic cannot have " + replicas + " replicas; it needs at least 1.");
        }
    }

    private static StrandlineException wrong(String what) {
        return new StrandlineException(ErrorCode.CONFIGURATION, what);
    }

    private static Set<String> known() {
        Set<String> known = new TreeSet<>(ProducerConfig.configNames());
        known.addAll(ConsumerConfig.configNames());
        known.addAll(AdminClientConfig.configNames());
        return known;
    }

    /** Those of the properties that a client knows, over what it has anyway. */
    Map<String, Object> over(Map<String, Object> defaults, Set<String> known) {
        Map<String, Object> all = new TreeMap<>(defaults);
        properties.forEach((name, value) -> {
            if (known.contains(name)) {
                all.put(name, value);
            }
        });
        all.put("bootstrap.servers", bootstrapServers);
        return all;
    }

    /** A text without the secrets among the properties. */
    String masked(String text) {
        String masked = text;
        for (Map.Entry<String, String> property : properties.entrySet()) {
            if (isSecret(property.getKey()) && !property.getValue().isEmpty()) {
                masked = masked.replace(property.getValue(), HIDDEN);
                Matcher part = LOGIN_PART.matcher(property.getValue());
                while (part.find()) {
                    masked = part.group(1).equals("username") ? masked : masked.replace(part.group(2), HIDDEN);
                }
            }
        }
        return masked;
    }

    private static boolean isSecret(String name) {
        ConfigDef.ConfigKey key = ProducerConfig.configDef().configKeys().get(name);
        return key != null && key.type() == ConfigDef.Type.PASSWORD;
    }

    /** Without the properties: there are secrets among them. */
    @Override
    public String toString() {
        return "KafkaSettings[" + topic + " at " + bootstrapServers + "]";
    }
}
