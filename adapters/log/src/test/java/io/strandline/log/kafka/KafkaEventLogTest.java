package io.strandline.log.kafka;

import static io.strandline.log.kafka.KafkaLab.admin;
import static io.strandline.log.kafka.KafkaLab.high;
import static io.strandline.log.kafka.KafkaLab.messageOf;
import static io.strandline.log.kafka.KafkaLab.newTopic;
import static io.strandline.log.kafka.KafkaLab.settings;
import static io.strandline.log.kafka.KafkaLab.text;
import static io.strandline.log.kafka.KafkaLab.visited;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.log.EventLogContract;
import io.strandline.log.KeyedEvent;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** The log on Kafka keeps the contract (LOG-1 to LOG-10), and what is Kafka's own. */
class KafkaEventLogTest extends EventLogContract {
    KafkaEventLogTest() {
        super(new KafkaLab());
    }

    /** LOG-2: reading creates no topic, a missing one is an empty log; the first publish creates it as configured. */
    @Test
    void theFirstPublishCreatesTheTopic() throws Exception {
        String topic = newTopic();
        LogOptions options = LogOptions.appendOnly("events", 3).keeping(Duration.ofDays(90));
        try (KafkaEventLog log = KafkaEventLog.open(options, settings(topic));
                Subscription early = log.subscribe(List.of(new PartitionStart(1, 0)));
                Admin admin = admin()) {
            assertThat(log.highWaterMarks(() -> {})).containsExactly(0L, 0L, 0L);
            assertThat(log.lowWaterMarks(() -> {})).containsExactly(0L, 0L, 0L);
            messageOf(ErrorCode.STOPPED_SHORT, () -> visited(log, 0, 1));
            assertThat(early.poll(Duration.ofMillis(300))).isEmpty();
            assertThat(admin.listTopics().names().get()).doesNotContain(topic);
            long offset = log.publish(1, text("first"));
            assertThat(early.poll(Duration.ofSeconds(30)))
                    .extracting(LogRecord::offset)
                    .containsExactly(offset);
            assertThat(admin.describeTopics(List.of(topic))
                            .allTopicNames()
                            .get()
                            .get(topic)
                            .partitions())
                    .hasSize(3);
            ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
            var made = admin.describeConfigs(List.of(resource)).all().get().get(resource);
            assertThat(made.get("cleanup.policy").value()).isEqualTo("delete");
            assertThat(made.get("retention.ms").value()).isEqualTo("7776000000");
        }
    }

    /** LOG-2: a topic with other partitions or of another kind is an error at open, and stays as it is. */
    @Test
    void aTopicThatIsOtherwiseIsRefused() throws Exception {
        String topic = newTopic();
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
        }
        assertThat(messageOf(
                        ErrorCode.CONFIGURATION,
                        () -> KafkaEventLog.open(LogOptions.appendOnly("events", 3), settings(topic))))
                .contains("has 2 partitions")
                .contains("log.events.partitions is 3");
        assertThat(messageOf(
                        ErrorCode.CONFIGURATION,
                        () -> KafkaEventLog.open(LogOptions.compacted("events", 2), settings(topic))))
                .contains("\"delete\"")
                .contains("\"compact\"");
        KafkaEventLog.open(LogOptions.appendOnly("events", 2), settings(topic)).close();
    }

    /** What the topic does not take is refused by it, with the limit; nothing is written, and the log goes on. */
    @Test
    void aRecordThatTheTopicDoesNotTakeIsRefused() throws Exception {
        String topic = newTopic();
        try (Admin admin = admin();
                KafkaEventLog log = KafkaEventLog.open(LogOptions.compacted("states", 1), settings(topic))) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1)
                            .configs(Map.of("max.message.bytes", "2000", "cleanup.policy", "compact"))))
                    .all()
                    .get();
            assertThat(messageOf(
                            ErrorCode.LIMIT_EXCEEDED, () -> log.publishKeyed(0, text("k"), text("x".repeat(3_000)))))
                    .contains("max.message.bytes");
            assertThat(high(log)).isZero();
            messageOf(
                    ErrorCode.LIMIT_EXCEEDED,
                    () -> log.publishKeyedGroup(List.of(
                            new KeyedEvent(0, text("a"), text("1")),
                            new KeyedEvent(0, text("b"), text("x".repeat(3_000))),
                            new KeyedEvent(0, text("c"), text("3")))));
            long last = log.publishKeyed(0, text("d"), text("4"));
            // some of a group that failed may be there, each once and in order (LOG-8)
            assertThat(visited(log, 0, last + 1))
                    .extracting(KafkaLab::valueOf)
                    .isSubsetOf("1", "3", "4")
                    .endsWith("4");
        }
    }

    /** LOG-1, LOG-10: offsets of control records are nobody's; ranges and subscribers step over them, also at the end. */
    @Test
    void controlRecordsAreSteppedOver() throws Exception {
        String topic = newTopic();
        try (KafkaEventLog log = KafkaEventLog.open(LogOptions.appendOnly("events", 1), settings(topic));
                KafkaProducer<byte[], byte[]> others = new KafkaProducer<>(
                        Map.of("bootstrap.servers", KafkaLab.server().bootstrap(), "transactional.id", topic),
                        new ByteArraySerializer(),
                        new ByteArraySerializer());
                Subscription subscription = log.subscribe(List.of(new PartitionStart(0, 0)))) {
            long own = log.publish(0, text("own"));
            others.initTransactions();
            for (int i = 0; i < 2; i++) {
                others.beginTransaction();
                others.send(new ProducerRecord<>(
                                topic, 0, null, text("other" + i).toArray()))
                        .get();
                others.commitTransaction();
            }
            long high = high(log);
            assertThat(high).isEqualTo(own + 5); // each transaction ends with a control record
            for (long end = 0; end <= high; end++) {
                long before = end;
                assertThat(visited(log, 0, end))
                        .extracting(LogRecord::offset)
                        .containsExactlyElementsOf(List.of(own, own + 1, own + 3).stream()
                                .filter(offset -> offset < before)
                                .toList());
            }
            assertThat(visited(log, high - 1, high)).isEmpty();
            messageOf(ErrorCode.STOPPED_SHORT, () -> visited(log, 0, high + 1));
            long next = log.publish(0, text("next"));
            assertThat(next).isEqualTo(high);
            List<Long> came = new ArrayList<>();
            while (came.size() < 4) {
                came.addAll(subscription.poll(Duration.ofSeconds(5)).stream()
                        .map(LogRecord::offset)
                        .toList());
            }
            assertThat(came).containsExactly(own, own + 1, own + 3, next);
        }
    }

    /** LOG-5: each subscription has its place, which the log tells. */
    @Test
    void subscriptionsTellTheirPlaces() {
        try (KafkaEventLog log = KafkaEventLog.open(LogOptions.appendOnly("events", 2), settings(newTopic()))) {
            IntStream.range(0, 3).forEach(i -> log.publish(1, text("e" + i)));
            try (Subscription first = log.subscribe(List.of(new PartitionStart(1, 1)));
                    Subscription second = log.subscribe(List.of(new PartitionStart(0, 7)))) {
                first.poll(Duration.ofSeconds(30));
                second.poll(Duration.ZERO);
                assertThat(log.subscriptions())
                        .extracting(state -> state.partition() + ":" + state.next())
                        .containsExactlyInAnyOrder("1:3", "0:7");
            }
            assertThat(log.subscriptions()).isEmpty();
        }
    }
}
