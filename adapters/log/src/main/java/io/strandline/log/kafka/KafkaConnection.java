package io.strandline.log.kafka;

import java.time.Duration;
import org.apache.kafka.clients.consumer.Consumer;

/** Whether a consumer has a broker to ask: one that gives no records does not say why. For the thread that polls. */
final class KafkaConnection {
    /** Without a connection for so long, Kafka is away. */
    private static final Duration AWAY = Duration.ofSeconds(5);

    private final Consumer<?, ?> consumer;
    private final KafkaErrors errors;
    private long heldAt = System.nanoTime();

    KafkaConnection(Consumer<?, ?> consumer, KafkaErrors errors) {
        this.consumer = consumer;
        this.errors = errors;
    }

    /** After a poll; throws what may pass if there has been no connection for long. */
    void require(boolean gotSome, long now) {
        if (gotSome || isHeld()) {
            heldAt = now;
        } else if (now - heldAt > AWAY.toNanos()) {
            throw errors.away();
        }
    }

    private boolean isHeld() {
        return consumer.metrics().values().stream()
                .filter(metric -> metric.metricName().name().equals("connection-count")
                        && metric.metricName().group().equals("consumer-metrics"))
                .anyMatch(metric -> metric.metricValue() instanceof Number count && count.doubleValue() > 0);
    }
}
