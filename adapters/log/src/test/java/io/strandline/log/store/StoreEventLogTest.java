package io.strandline.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.Bytes;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.Page;
import io.strandline.log.PagedEventLog.NewRecord;
import io.strandline.log.PartitionStart;
import io.strandline.log.SetClock;
import io.strandline.log.Subscription;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a log in the store does beyond the contract. */
class StoreEventLogTest {
    /** So long waits who is not woken: longer than anybody waits for it. */
    private static final Duration UNWOKEN = Duration.ofMinutes(5);

    private final SetClock clock = new SetClock();

    private StoreEventLog events(StoreDatabase store) {
        return StoreEventLog.open(store, LogOptions.appendOnly("events", 2), clock);
    }

    private static NewRecord event(int partition, String value) {
        return new NewRecord(partition, null, Bytes.ofText(value));
    }

    private static List<LogRecord> all(StoreEventLog log, int partition) {
        List<LogRecord> found = new ArrayList<>();
        log.visitRange(partition, 0, log.highWaterMarks(() -> {}).get(partition), found::add, () -> {});
        return found;
    }

    /** LOG-1: what was published is there, at its offset, when the store is opened again; other logs have their own. */
    @ParameterizedTest
    @EnumSource
    void whatWasPublishedOutlivesTheProcess(Dialect dialect) {
        StoreOptions place = Stores.place(dialect);
        List<LogRecord> before;
        try (StoreDatabase store = Stores.open(place);
                StoreEventLog log = events(store);
                StoreEventLog other = StoreEventLog.open(store, LogOptions.appendOnly("other", 1), clock)) {
            log.publish(1, Bytes.ofText("a"));
            other.publish(0, Bytes.ofText("of the other"));
            log.publish(1, Bytes.ofText("b"));
            before = all(log, 1);
        }
        try (StoreDatabase store = Stores.open(place);
                StoreEventLog log = events(store)) {
            assertThat(before).hasSize(2);
            assertThat(all(log, 1)).isEqualTo(before);
            assertThat(log.publish(1, Bytes.ofText("c"))).isEqualTo(2);
            assertThat(all(log, 0)).isEmpty();
        }
    }

    /** LOG-2: the number of partitions and the kind are those of the first opening. */
    @ParameterizedTest
    @EnumSource
    void anotherNumberOfPartitionsIsAnErrorAtOpen(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect))) {
            events(store).close();
            for (LogOptions wrong : List.of(
                    LogOptions.appendOnly("events", 3),
                    LogOptions.appendOnly("events", 1),
                    LogOptions.compacted("events", 2))) {
                assertThatThrownBy(() -> StoreEventLog.open(store, wrong, clock))
                        .isInstanceOfSatisfying(
                                StrandlineException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFIGURATION))
                        .hasMessageContaining("log.events.");
            }
            events(store).close();
        }
    }

    /** LOG-1: what is published within a write is there when that is committed, and is not when it is rolled back. */
    @ParameterizedTest
    @EnumSource
    void whatIsPublishedWithinAWriteSharesItsFate(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect));
                StoreEventLog log = events(store);
                Subscription subscription = log.subscribe(List.of(new PartitionStart(0, 0)))) {
            assertThatThrownBy(() -> store.change(dsl -> {
                        log.publishWithin(dsl, List.of(event(0, "lost"), event(1, "lost")));
                        throw new IllegalStateException("rolled back");
                    }))
                    .hasMessage("rolled back");
            assertThat(log.highWaterMarks(() -> {})).containsExactly(0L, 0L);
            assertThat(subscription.poll(Duration.ZERO)).isEmpty();
            CompletableFuture<List<LogRecord>> waiting =
                    CompletableFuture.supplyAsync(() -> subscription.poll(UNWOKEN));
            List<Long> offsets =
                    store.write(dsl -> log.publishWithin(dsl, List.of(event(1, "x"), event(0, "y"), event(1, "z"))));
            assertThat(offsets).containsExactly(0L, 0L, 1L);
            assertThat(waiting).succeedsWithin(Duration.ofSeconds(30));
            assertThat(waiting.join()).extracting(LogRecord::value).containsExactly(Bytes.ofText("y"));
        }
    }

    /** LOG-1: two gateways that publish at once leave no gap, and give no offset twice. */
    @Test
    void twoGatewaysShareOneOrder() throws Exception {
        StoreOptions place = Stores.place(Dialect.POSTGRESQL);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try (StoreDatabase one = Stores.open(place);
                StoreDatabase two = Stores.open(place);
                StoreEventLog first = events(one);
                StoreEventLog second = events(two)) {
            List<Future<List<Long>>> told = new ArrayList<>();
            for (StoreEventLog log : List.of(first, second, first, second)) {
                told.add(threads.submit(() -> IntStream.range(0, 50)
                        .mapToObj(i -> log.publish(0, Bytes.ofText("e")))
                        .toList()));
            }
            List<Long> offsets = new ArrayList<>();
            for (Future<List<Long>> own : told) {
                assertThat(own.get()).isSorted();
                offsets.addAll(own.get());
            }
            assertThat(offsets)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, 200).boxed().toList());
            assertThat(all(first, 0)).isEqualTo(all(second, 0)).hasSize(200);
        } finally {
            threads.shutdownNow();
        }
    }

    /** LOG-1: a gateway that stalls while it holds a partition loses its write; the others go on. */
    @Test
    void aStalledGatewayKeepsNobodyFromPublishing() {
        StoreOptions place = Stores.place(Dialect.POSTGRESQL);
        CompletableFuture<Boolean> holds = new CompletableFuture<>();
        CompletableFuture<Boolean> goesOn = new CompletableFuture<>();
        try (StoreDatabase one = Stores.open(place);
                StoreDatabase two = Stores.open(place);
                StoreEventLog first = events(one);
                StoreEventLog second = events(two)) {
            CompletableFuture<Void> stalled = CompletableFuture.runAsync(() -> one.change(dsl -> {
                first.publishWithin(dsl, List.of(event(0, "lost")));
                holds.complete(true);
                goesOn.join();
            }));
            holds.join();
            try {
                assertThat(second.publish(0, Bytes.ofText("x"))).isZero();
            } finally {
                goesOn.complete(true);
            }
            assertThat(stalled)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withRootCauseInstanceOf(java.sql.SQLException.class);
            assertThat(first.publish(0, Bytes.ofText("y"))).isEqualTo(1);
            assertThat(all(second, 0)).hasSize(2);
        }
    }

    /** LOG-5: a subscriber on another gateway is woken when something is published, without asking again and again. */
    @Test
    void aSubscriberOnAnotherGatewayIsWoken() {
        StoreOptions place = Stores.place(Dialect.POSTGRESQL);
        try (StoreDatabase one = Stores.open(place);
                StoreDatabase two = Stores.open(place);
                StoreEventLog first = events(one);
                StoreEventLog second = events(two);
                Subscription subscription = second.subscribe(List.of(new PartitionStart(0, 0)))) {
            for (int i = 0; i < 3; i++) {
                CompletableFuture<List<LogRecord>> waiting =
                        CompletableFuture.supplyAsync(() -> subscription.poll(UNWOKEN));
                String value = "e" + i;
                first.publish(0, Bytes.ofText(value));
                assertThat(waiting).succeedsWithin(Duration.ofSeconds(30));
                assertThat(waiting.join()).extracting(LogRecord::value).containsExactly(Bytes.ofText(value));
            }
            // not each of those that follow each other closely tells it
            CompletableFuture<Integer> all = CompletableFuture.supplyAsync(() -> {
                int seen = 0;
                while (seen < 50) {
                    seen += subscription.poll(UNWOKEN).size();
                }
                return seen;
            });
            for (int i = 0; i < 50; i++) {
                first.publish(0, Bytes.ofText("one of many"));
            }
            assertThat(all).succeedsWithin(Duration.ofSeconds(30)).isEqualTo(50);
        }
    }

    /** Two gateways that open a log for the first time at once make it once. */
    @Test
    void twoGatewaysThatBeginMakeOneLog() throws Exception {
        StoreOptions place = Stores.place(Dialect.POSTGRESQL);
        try (StoreDatabase one = Stores.open(place);
                StoreDatabase two = Stores.open(place)) {
            for (int i = 0; i < 10; i++) {
                LogOptions options = LogOptions.appendOnly("log" + i, 2);
                CompletableFuture<StoreEventLog> other =
                        CompletableFuture.supplyAsync(() -> StoreEventLog.open(two, options, clock));
                try (StoreEventLog own = StoreEventLog.open(one, options, clock);
                        StoreEventLog others = other.get()) {
                    own.publish(0, Bytes.ofText("x"));
                    assertThat(all(others, 0)).hasSize(1);
                }
            }
        }
    }

    /** LOG-9: a partition of many pages is compacted whole, and what comes meanwhile stays. */
    @ParameterizedTest
    @EnumSource
    void manyPagesAreCompacted(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect));
                StoreEventLog log = StoreEventLog.open(store, LogOptions.compacted("states", 1), clock)) {
            for (int round = 0; round < 3; round++) {
                int value = round;
                log.publishKeyedGroup(IntStream.range(0, 1_500)
                        .mapToObj(i ->
                                new io.strandline.log.KeyedEvent(0, Bytes.ofText("k" + i), Bytes.ofText("v" + value)))
                        .toList());
                log.tidyUp();
                assertThat(all(log, 0))
                        .hasSize(1_500)
                        .allSatisfy(found -> assertThat(found.value()).isEqualTo(Bytes.ofText("v" + value)));
            }
        }
    }

    /** LOG-10: a page ends after the event that makes it 1 MiB; the next one goes on there. */
    @ParameterizedTest
    @EnumSource
    void aPageOfLargeEventsIsCut(Dialect dialect) {
        try (StoreDatabase store = Stores.open(Stores.place(dialect));
                StoreEventLog log = events(store)) {
            for (int i = 0; i < 5; i++) {
                log.publish(0, Bytes.ofText("x".repeat(400_000)));
            }
            Page first = log.page(0, 0, Long.MAX_VALUE);
            assertThat(first.records()).hasSize(3);
            assertThat(first.next()).isEqualTo(3);
            Page last = log.page(0, first.next(), Long.MAX_VALUE);
            assertThat(last.records()).extracting(LogRecord::offset).containsExactly(3L, 4L);
            assertThat(last.next()).isEqualTo(5);
            assertThat(all(log, 0)).hasSize(5);
        }
    }

    /** LOG-9: who compacts waits for who publishes to the same partition, and then sees what that has published. */
    @Test
    void compactionWaitsForAPublisherOfThePartition() {
        StoreOptions place = Stores.place(Dialect.POSTGRESQL);
        CompletableFuture<Boolean> holds = new CompletableFuture<>();
        CompletableFuture<Boolean> goesOn = new CompletableFuture<>();
        Bytes key = Bytes.ofText("k");
        LogOptions options = LogOptions.compacted("states", 1);
        try (StoreDatabase one = Stores.open(place);
                StoreDatabase two = Stores.open(place);
                StoreEventLog first = StoreEventLog.open(one, options, clock);
                StoreEventLog second = StoreEventLog.open(two, options, clock)) {
            first.publishKeyed(0, key, Bytes.ofText("v1"));
            first.publishKeyed(0, key, Bytes.ofText("v2"));
            CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> one.change(dsl -> {
                first.publishWithin(dsl, List.of(new NewRecord(0, key, Bytes.ofText("v3"))));
                holds.complete(true);
                goesOn.join();
            }));
            holds.join();
            CompletableFuture<Void> compacting = CompletableFuture.runAsync(second::tidyUp);
            try {
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> two.read(dsl -> dsl.fetchSingle("SELECT COUNT(*) FROM pg_locks WHERE NOT granted")
                                        .get(0, Long.class))
                                == 1);
                assertThat(compacting).isNotDone();
            } finally {
                goesOn.complete(true);
            }
            publishing.join();
            compacting.join();
            assertThat(all(second, 0)).extracting(LogRecord::value).containsExactly(Bytes.ofText("v3"));
            assertThat(second.lowWaterMarks(() -> {})).containsExactly(2L);
        }
    }
}
