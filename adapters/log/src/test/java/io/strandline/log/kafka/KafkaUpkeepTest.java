package io.strandline.log.kafka;

import static io.strandline.log.kafka.KafkaLab.high;
import static io.strandline.log.kafka.KafkaLab.messageOf;
import static io.strandline.log.kafka.KafkaLab.newTopic;
import static io.strandline.log.kafka.KafkaLab.settings;
import static io.strandline.log.kafka.KafkaLab.text;
import static io.strandline.log.kafka.KafkaLab.visited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What the broker takes away, a log on Kafka steps over, or tells who has missed it. */
class KafkaUpkeepTest {
    /** A topic that the broker compacts at once, but for the segment it writes to. */
    private static String compactedTopic(Duration tombstonesKept) throws Exception {
        String topic = newTopic();
        try (Admin admin = KafkaLab.admin()) {
            admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1)
                            .configs(Map.of(
                                    "cleanup.policy", "compact",
                                    "segment.ms", "50",
                                    "min.cleanable.dirty.ratio", "0.0",
                                    "delete.retention.ms", Long.toString(tombstonesKept.toMillis())))))
                    .all()
                    .get();
        }
        return topic;
    }

    /** Publishes until the broker has begun a new segment and taken the record at that offset. */
    private static void awaitGone(KafkaEventLog log, long offset) {
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    log.publishKeyed(0, text("filler"), text("x"));
                    return visited(log, offset, offset + 1).isEmpty();
                });
    }

    /** LOG-9, LOG-10: of each key the last value is left at its offset; no gap stalls a range, also right before its end. */
    @Test
    void gapsOfCompactionStallNothing() throws Exception {
        try (KafkaEventLog log =
                KafkaEventLog.open(LogOptions.compacted("states", 1), settings(compactedTopic(Duration.ofDays(1))))) {
            log.publishKeyed(0, text("a"), text("a1"));
            long b = log.publishKeyed(0, text("b"), text("b1"));
            log.publishKeyed(0, text("c"), text("c1"));
            long a = log.publishKeyed(0, text("a"), text("a2"));
            long c = log.publishKeyed(0, text("c"), null);
            long gone = log.publishKeyed(0, text("filler"), text("x"));
            awaitGone(log, gone);
            long high = high(log);
            List<LogRecord> kept = before(gone, visited(log, 0, high)); // of what is behind it, more can go meanwhile
            assertThat(kept).extracting(LogRecord::offset).containsExactly(b, a, c);
            assertThat(kept.get(2).isTombstone()).isTrue();
            for (long end = 0; end <= high; end++) {
                assertThat(before(gone, visited(log, 0, end))).isEqualTo(before(end, kept));
            }
            assertThat(visited(log, gone, gone + 1)).isEmpty();
            try (Subscription late = log.subscribe(List.of(new PartitionStart(0, 0)))) {
                List<LogRecord> came = new ArrayList<>();
                while (came.isEmpty() || came.get(came.size() - 1).offset() < gone) {
                    came.addAll(late.poll(Duration.ofSeconds(5)));
                }
                assertThat(before(gone, came)).isEqualTo(kept);
            }
        }
    }

    private static List<LogRecord> before(long offset, List<LogRecord> records) {
        return records.stream().filter(found -> found.offset() < offset).toList();
    }

    /** LOG-5, LOG-9: who finds a gap and has not been at the end for longer than tombstones are kept may have missed one. */
    @Test
    void whoMayHaveMissedATombstoneIsTold() throws Exception {
        String topic = compactedTopic(Duration.ZERO);
        LogOptions options = LogOptions.compacted("states", 1);
        try (KafkaEventLog log = KafkaEventLog.open(options.keepingTombstones(Duration.ZERO), settings(topic));
                KafkaEventLog patient = KafkaEventLog.open(options, settings(topic));
                Subscription told = log.subscribe(List.of(new PartitionStart(0, 0)));
                Subscription spared = patient.subscribe(List.of(new PartitionStart(0, 0)))) {
            log.publishKeyed(0, text("k"), text("v"));
            assertThat(told.poll(Duration.ofSeconds(30))).hasSize(1);
            assertThat(spared.poll(Duration.ofSeconds(30))).hasSize(1);
            long gone = log.publishKeyed(0, text("k"), null);
            awaitGone(log, gone);
            // the consumer can have fetched that one before it went, but not this
            awaitGone(log, log.publishKeyed(0, text("filler"), text("x")));
            messageOf(ErrorCode.LAGGED, () -> readOn(told));
            messageOf(ErrorCode.LAGGED, () -> told.poll(Duration.ZERO));
            // by its settings, tombstones are kept long enough for it
            assertThat(spared.poll(Duration.ofSeconds(30))).isNotEmpty();
        }
    }

    /** Past what the consumer fetched before it went. */
    private static void readOn(Subscription told) {
        for (int i = 0; i < 20; i++) {
            told.poll(Duration.ofSeconds(1));
        }
    }

    /** LOG-5, LOG-6, LOG-10: what retention takes raises the low mark; late readers begin there, overtaken ones are told. */
    @Test
    void retentionRaisesTheLowMark() throws Exception {
        String topic = newTopic();
        try (KafkaEventLog log = KafkaEventLog.open(LogOptions.appendOnly("events", 1), settings(topic));
                Admin admin = KafkaLab.admin()) {
            for (int i = 0; i < 10; i++) {
                log.publish(0, text("e" + i));
            }
            try (Subscription reader = log.subscribe(List.of(new PartitionStart(0, 9)))) {
                assertThat(reader.poll(Duration.ofSeconds(30))).hasSize(1);
                admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(6)))
                        .all()
                        .get();
                assertThat(log.lowWaterMarks(() -> {})).containsExactly(6L);
                assertThat(log.highWaterMarks(() -> {})).containsExactly(10L);
                assertThat(visited(log, 0, 8)).extracting(LogRecord::offset).containsExactly(6L, 7L);
                assertThat(visited(log, 0, 4)).isEmpty();
                try (Subscription late = log.subscribe(List.of(new PartitionStart(0, 0)))) {
                    assertThat(late.poll(Duration.ofSeconds(30)).get(0).offset())
                            .isEqualTo(6);
                }
                for (int i = 10; i < 20; i++) {
                    log.publish(0, text("e" + i + "x".repeat(300_000)));
                }
                admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(20)))
                        .all()
                        .get();
                messageOf(ErrorCode.LAGGED, () -> readOn(reader));
                messageOf(ErrorCode.LAGGED, () -> reader.poll(Duration.ZERO));
                assertThat(log.lowWaterMarks(() -> {})).containsExactly(20L);
                assertThat(visited(log, 0, 20)).isEmpty();
            }
        }
    }

    /** LOG-5: a log that keeps its events for a time says so to the topic it creates; what is too old goes by itself. */
    @Test
    void whatIsTooOldGoesByItself() {
        LogOptions brief = LogOptions.appendOnly("events", 1).keeping(Duration.ofSeconds(1));
        try (KafkaEventLog log = KafkaEventLog.open(brief, settings(newTopic()))) {
            log.publish(0, text("e"));
            await().atMost(Duration.ofSeconds(60))
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> log.lowWaterMarks(() -> {}).equals(List.of(1L)));
            assertThat(log.highWaterMarks(() -> {})).containsExactly(1L);
            assertThat(visited(log, 0, 1)).isEmpty();
            assertThat(log.publish(0, text("later"))).isEqualTo(1);
        }
    }
}
