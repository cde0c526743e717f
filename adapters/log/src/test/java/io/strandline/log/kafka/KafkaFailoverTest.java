package io.strandline.log.kafka;

import static io.strandline.log.kafka.KafkaLab.messageOf;
import static io.strandline.log.kafka.KafkaLab.text;
import static io.strandline.log.kafka.KafkaLab.until;
import static io.strandline.log.kafka.KafkaLab.visited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.fixtures.KafkaServer;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Three brokers that are stopped as by a crash: nothing is lost or doubled, and who asks is told (LOG-3, LOG-5, LOG-11). */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KafkaFailoverTest {
    private static final LogOptions OPTIONS = LogOptions.appendOnly("events", 1);

    /** One for each task: they wait for each other. */
    private static final ExecutorService THREADS = Executors.newCachedThreadPool();

    private static KafkaServer brokers;

    @BeforeAll
    static void start() throws IOException {
        brokers = KafkaServer.start(3);
        try (KafkaEventLog log = open("away", Map.of())) { // while there are three, as many as it shall have replicas
            log.publish(0, text("before"));
        }
    }

    @AfterAll
    static void stop() {
        brokers.close();
        THREADS.shutdownNow();
    }

    private static KafkaEventLog open(String topic, Map<String, String> properties) {
        return KafkaEventLog.open(OPTIONS, new KafkaSettings(brokers.bootstrap(), topic, 3, properties));
    }

    private static int leader(String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers.bootstrap()))) {
            return admin.describeTopics(List.of(topic))
                    .allTopicNames()
                    .get()
                    .get(topic)
                    .partitions()
                    .get(0)
                    .leader()
                    .id();
        }
    }

    /** What two publishers were told, until they are stopped. */
    private static final class Publishers {
        private final Map<Long, String> told = new ConcurrentSkipListMap<>();
        private final Set<String> unknown = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean enough = new AtomicBoolean();
        private final List<CompletableFuture<Void>> running = new ArrayList<>();

        Publishers(KafkaEventLog log) {
            for (String name : List.of("a", "b")) {
                running.add(CompletableFuture.runAsync(() -> publish(log, name), THREADS));
            }
        }

        private void publish(KafkaEventLog log, String name) {
            for (int i = 0; !enough.get(); i++) {
                String event = name + i;
                try {
                    told.put(log.publish(0, text(event)), event);
                } catch (StrandlineException e) {
                    if (e.code() != ErrorCode.OUTCOME_UNKNOWN) {
                        throw e;
                    }
                    unknown.add(event);
                }
            }
        }

        void awaitMore(int many) {
            int wanted = told.size() + many;
            await().atMost(Duration.ofSeconds(60)).until(() -> told.size() >= wanted);
        }

        void end() {
            enough.set(true);
            running.forEach(CompletableFuture::join);
        }
    }

    /** LOG-11: the leader stops while it is published, followed and read: every event is there once, at the offset told. */
    @Test
    @Order(1)
    void nothingIsLostOrDoubledWhenTheLeaderStops() throws Exception {
        try (KafkaEventLog log = open("failover", Map.of());
                KafkaEventLog other = open("failover", Map.of())) {
            log.publish(0, text("first"));
            try (Subscription subscription = other.subscribe(List.of(new PartitionStart(0, 0)))) {
                Publishers publishers = new Publishers(log);
                publishers.awaitMore(100);
                List<LogRecord> came = new ArrayList<>(subscription.poll(Duration.ofSeconds(30)));
                CompletableFuture<Void> stopped = new CompletableFuture<>();
                long half = other.highWaterMarks(until(Duration.ofSeconds(30))).get(0);
                CompletableFuture<List<LogRecord>> visit =
                        CompletableFuture.supplyAsync(() -> visitAcross(other, half, stopped), THREADS);
                int leader = leader("failover");
                brokers.stop(leader);
                stopped.complete(null);
                publishers.awaitMore(200);
                publishers.end();
                assertThat(leader("failover")).isNotEqualTo(leader);
                long high = other.highWaterMarks(until(Duration.ofSeconds(60))).get(0);
                while (came.isEmpty() || came.get(came.size() - 1).offset() < high - 1) {
                    came.addAll(pollThrough(subscription));
                }
                List<LogRecord> all = visited(other, 0, high);
                assertThat(came).isEqualTo(all);
                assertThat(visit.join()).isEqualTo(all.subList(0, visit.join().size()));
                assertThat(visit.join().get(visit.join().size() - 1).offset()).isEqualTo(half - 1);
                assertEachOnceWhereTold(publishers, all);
            }
        }
    }

    /** A visit that has seen some before the leader stops, and the rest after. */
    private static List<LogRecord> visitAcross(KafkaEventLog log, long end, CompletableFuture<Void> stopped) {
        List<LogRecord> shown = new ArrayList<>();
        log.visitRange(
                0,
                0,
                end,
                found -> {
                    if (shown.size() == 10) {
                        stopped.join();
                    }
                    return shown.add(found);
                },
                until(Duration.ofSeconds(60)));
        return shown;
    }

    private static List<LogRecord> pollThrough(Subscription subscription) {
        try {
            return subscription.poll(Duration.ofSeconds(5));
        } catch (StrandlineException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.BACKEND);
            return List.of();
        }
    }

    private static void assertEachOnceWhereTold(Publishers publishers, List<LogRecord> all) {
        Map<Long, String> found =
                all.stream().collect(Collectors.toMap(LogRecord::offset, KafkaLab::valueOf, (a, b) -> a, TreeMap::new));
        assertThat(found).containsAllEntriesOf(publishers.told);
        assertThat(new HashSet<>(found.values())).hasSameSizeAs(found.values());
        found.keySet().removeAll(publishers.told.keySet());
        found.values().remove("first");
        assertThat(found.values()).isSubsetOf(publishers.unknown);
    }

    /** LOG-11: with no broker left, each call says so or waits for its caller's deadline; with brokers, the log goes on. */
    @Test
    @Order(2)
    void whoAsksABrokerThatIsAwayIsTold() throws Exception {
        Map<String, String> hasty = Map.of(
                "delivery.timeout.ms",
                "3000",
                "request.timeout.ms",
                "1500",
                "default.api.timeout.ms",
                "2000",
                "max.block.ms",
                "2000");
        try (KafkaEventLog log = open("away", hasty);
                Subscription subscription = log.subscribe(List.of(new PartitionStart(0, 0)))) {
            long first = log.publish(0, text("first"));
            List<LogRecord> seen = new ArrayList<>();
            while (seen.size() < 2) {
                seen.addAll(subscription.poll(Duration.ofSeconds(30)));
            }
            for (int broker = 1; broker <= 3; broker++) {
                brokers.stop(broker);
            }
            together(
                    () -> messageOf(ErrorCode.OUTCOME_UNKNOWN, () -> log.publish(0, text("lost answer"))),
                    () -> messageOf(
                            ErrorCode.TIMED_OUT,
                            () -> log.visitRange(0, 0, 1, found -> true, until(Duration.ofSeconds(1)))),
                    () -> assertThat(messageOf(ErrorCode.BACKEND, () -> subscription.poll(Duration.ofSeconds(7))))
                            .contains("does not answer")
                            .contains("127.0.0.1"),
                    () -> {
                        try (KafkaEventLog late = open("never-seen", hasty)) { // a gateway starts without Kafka
                            assertThat(messageOf(ErrorCode.BACKEND, () -> late.publish(0, text("x"))))
                                    .contains("does not answer");
                        }
                    });
            together(() -> startAgain(1), () -> startAgain(2), () -> startAgain(3));
            List<LogRecord> came = new ArrayList<>();
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                try {
                    log.publish(0, text("again"));
                    return true;
                } catch (StrandlineException e) {
                    return false;
                }
            });
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                came.addAll(pollThrough(subscription));
                return came.stream().anyMatch(found -> KafkaLab.valueOf(found).equals("again"));
            });
            assertThat(visited(log, first, first + 1))
                    .extracting(KafkaLab::valueOf)
                    .containsExactly("first");
            assertThat(came).extracting(LogRecord::offset).isSorted().doesNotHaveDuplicates();
        }
    }

    /** Each waits for a time of its own to be over. */
    private static void together(Runnable... all) {
        CompletableFuture.allOf(Stream.of(all)
                        .map(each -> CompletableFuture.runAsync(each, THREADS))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private static void startAgain(int broker) {
        try {
            brokers.startAgain(broker);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
