package io.strandline.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The floor of a log on Kafka: its clients, with the settings that the log gives them. */
final class KafkaPeer implements EventPeer {
    private final String topic;
    private final TopicPartition partition;
    private final KafkaProducer<byte[], byte[]> producer;
    private final KafkaConsumer<byte[], byte[]> consumer;

    /** A topic of its own. */
    KafkaPeer(String bootstrap, String topic) throws ExecutionException, InterruptedException {
        this.topic = topic;
        this.partition = new TopicPartition(topic, 0);
        Map<String, Object> servers = Map.of("bootstrap.servers", bootstrap);
        try (Admin admin = Admin.create(servers)) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1).configs(Map.of("cleanup.policy", "compact"))))
                    .all()
                    .get();
        }
        this.producer = new KafkaProducer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "acks",
                        "all",
                        "enable.idempotence",
                        true,
                        "linger.ms",
                        0,
                        "batch.size",
                        256 << 10),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bootstrap,
                        "fetch.max.wait.ms",
                        10,
                        "fetch.max.bytes",
                        1 << 20,
                        "max.partition.fetch.bytes",
                        1 << 20),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.assign(List.of(partition));
    }

    private Future<RecordMetadata> send(Event event) {
        return producer.send(new ProducerRecord<>(topic, 0, event.key(), event.value()));
    }

    @Override
    public void publish(Event event) throws ExecutionException, InterruptedException {
        send(event).get();
    }

    @Override
    public void publishGroup(List<Event> events) throws ExecutionException, InterruptedException {
        List<Future<RecordMetadata>> sent = new ArrayList<>();
        events.forEach(event -> sent.add(send(event)));
        for (Future<RecordMetadata> one : sent) {
            one.get();
        }
    }

    @Override
    public long read(long from, long to) {
        consumer.seek(partition, from);
        long bytes = 0;
        while (consumer.position(partition) < to) {
            for (ConsumerRecord<byte[], byte[]> found : consumer.poll(Duration.ofSeconds(1))) {
                bytes += found.offset() < to ? found.value().length : 0;
            }
        }
        return bytes;
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
