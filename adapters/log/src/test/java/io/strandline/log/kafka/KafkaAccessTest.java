package io.strandline.log.kafka;

import static io.strandline.log.kafka.KafkaLab.high;
import static io.strandline.log.kafka.KafkaLab.login;
import static io.strandline.log.kafka.KafkaLab.messageOf;
import static io.strandline.log.kafka.KafkaLab.newTopic;
import static io.strandline.log.kafka.KafkaLab.settings;
import static io.strandline.log.kafka.KafkaLab.text;
import static io.strandline.log.kafka.KafkaLab.visited;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.fixtures.KafkaServer.User;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.Test;

/** A log on Kafka does with the rights it needs, and says which are missing. */
class KafkaAccessTest {
    private static final LogOptions OPTIONS = LogOptions.appendOnly("events", 1);

    private static void grant(User user, String topic, AclOperation... operations) throws Exception {
        List<AclBinding> grants = Stream.of(operations)
                .map(operation -> new AclBinding(
                        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                        new AccessControlEntry("User:" + user.login(), "*", operation, AclPermissionType.ALLOW)))
                .toList();
        try (Admin admin = KafkaLab.admin()) {
            admin.createAcls(grants).all().get();
        }
    }

    private static KafkaSettings as(User user, String topic) {
        return new KafkaSettings(KafkaLab.server().loginBootstrap(), topic, null, login(user));
    }

    /** LOG-15: who has READ and DESCRIBE reads and follows; that makes no group, no offset and no topic. */
    @Test
    void readAndDescribeAreEnoughToRead() throws Exception {
        String topic = newTopic();
        grant(User.READER, topic, AclOperation.READ, AclOperation.DESCRIBE);
        try (Admin admin = KafkaLab.admin();
                KafkaEventLog writer = KafkaEventLog.open(OPTIONS, settings(topic));
                KafkaEventLog reader = KafkaEventLog.open(OPTIONS, as(User.READER, topic))) {
            assertThat(high(reader)).isZero();
            assertThat(admin.listTopics().names().get()).doesNotContain(topic);
            long first = writer.publish(0, text("a"));
            long last = writer.publish(0, text("b"));
            assertThat(visited(reader, first, last + 1))
                    .extracting(KafkaLab::valueOf)
                    .containsExactly("a", "b");
            assertThat(reader.lowWaterMarks(() -> {})).containsExactly(first);
            assertThat(reader.firstOffsetAt(
                            0, visited(reader, last, last + 1).get(0).time(), () -> {}))
                    .isLessThanOrEqualTo(last);
            try (Subscription subscription = reader.subscribe(List.of(new PartitionStart(0, last)))) {
                assertThat(subscription.poll(Duration.ofSeconds(30)))
                        .extracting(LogRecord::offset)
                        .containsExactly(last);
            }
            assertThat(messageOf(ErrorCode.REFUSED, () -> reader.publish(0, text("c"))))
                    .contains("WRITE")
                    .contains(topic);
            assertThat(high(reader)).isEqualTo(last + 1);
            assertThat(admin.listGroups().all().get()).isEmpty();
            assertThat(admin.listTopics().names().get()).doesNotContain("__consumer_offsets");
        }
    }

    /** Who may write but not create is told what to create. */
    @Test
    void whoMayNotCreateTheTopicIsToldHow() throws Exception {
        String topic = newTopic();
        grant(User.WRITER, topic, AclOperation.WRITE, AclOperation.READ, AclOperation.DESCRIBE);
        try (KafkaEventLog log = KafkaEventLog.open(OPTIONS, as(User.WRITER, topic))) {
            assertThat(messageOf(ErrorCode.REFUSED, () -> log.publish(0, text("a"))))
                    .contains("create it with 1 partitions and cleanup.policy=delete")
                    .contains("CREATE");
            KafkaEventLog.open(OPTIONS, settings(topic)).close();
            grant(User.WRITER, topic, AclOperation.CREATE);
            assertThat(log.publish(0, text("a"))).isZero();
        }
    }

    /** Rights that are missing are an error at once, not a wait (LOG-11). */
    @Test
    void missingRightsAreAnError() throws Exception {
        String topic = newTopic();
        try (KafkaEventLog writer = KafkaEventLog.open(OPTIONS, settings(topic))) {
            writer.publish(0, text("a"));
        }
        assertThat(messageOf(ErrorCode.REFUSED, () -> KafkaEventLog.open(OPTIONS, as(User.READER, topic))))
                .contains("DESCRIBE");
        grant(User.READER, topic, AclOperation.DESCRIBE);
        try (KafkaEventLog reader = KafkaEventLog.open(OPTIONS, as(User.READER, topic));
                Subscription subscription = reader.subscribe(List.of(new PartitionStart(0, 0)))) {
            assertThat(high(reader)).isOne();
            messageOf(ErrorCode.REFUSED, () -> visited(reader, 0, 1));
            messageOf(ErrorCode.REFUSED, () -> subscription.poll(Duration.ofSeconds(30)));
            messageOf(ErrorCode.REFUSED, () -> subscription.poll(Duration.ZERO));
        }
    }

    /** A wrong password is an error that does not repeat it. */
    @Test
    void aWrongPasswordIsAnErrorWithoutThePassword() {
        Map<String, String> wrong = new HashMap<>(login(User.ADMIN));
        wrong.put("sasl.jaas.config", User.ADMIN.jaas().replace(User.ADMIN.password(), "hunter2-guess"));
        KafkaSettings settings = new KafkaSettings(KafkaLab.server().loginBootstrap(), newTopic(), null, wrong);
        assertThat(messageOf(ErrorCode.REFUSED, () -> KafkaEventLog.open(OPTIONS, settings)))
                .contains("log.events.kafka.properties")
                .doesNotContain("hunter2");
        assertThat(settings.toString()).doesNotContain("hunter2").doesNotContain("jaas");
    }
}
