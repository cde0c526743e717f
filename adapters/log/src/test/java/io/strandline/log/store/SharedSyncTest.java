package io.strandline.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.Failpoint;
import io.strandline.log.Bytes;
import io.strandline.log.LogOptions;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Publishers at the same time share what a commit costs: with 8 and 64 of them at most one fsync for 4 and 16 events. */
class SharedSyncTest {
    private static final int EVENTS = 1_600;

    /** Publishes all events, so many publishers at a time; gives how many commits that took. */
    private static long commits(StoreDatabase store, int publishers) throws Exception {
        AtomicLong commits = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(publishers);
        CyclicBarrier begin = new CyclicBarrier(publishers);
        Runnable clear = Failpoint.install(place -> {
            if (place == Failpoint.PUBLISHED) {
                commits.incrementAndGet();
            }
        });
        try (StoreEventLog log = StoreEventLog.open(store, LogOptions.appendOnly("events", 8), Clock.systemUTC())) {
            List<Future<Long>> all = IntStream.range(0, publishers)
                    .mapToObj(publisher -> threads.submit(() -> {
                        begin.await();
                        long last = 0;
                        for (int i = 0; i < EVENTS / publishers; i++) {
                            last = log.publish(publisher % 8, Bytes.ofText("event " + i));
                        }
                        return last;
                    }))
                    .toList();
            for (Future<Long> one : all) {
                one.get();
            }
            assertThat(log.highWaterMarks(() -> {}).stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(EVENTS);
        } finally {
            clear.run();
            threads.shutdownNow();
        }
        return commits.get();
    }

    /** Each commit of SQLite's syncs once, as the store's settings and the count of {@code DurabilityTest} say. */
    @ParameterizedTest
    @CsvSource({"8, 4", "64, 16"})
    void publishersShareCommitsOnSqlite(int publishers, int events) throws Exception {
        try (StoreDatabase store = Stores.open(Stores.place(Dialect.SQLITE))) {
            store.change(dsl -> assertThat(dsl.fetchValue("PRAGMA synchronous")).hasToString("2"));
            assertThat(commits(store, publishers)).isPositive().isLessThanOrEqualTo(EVENTS / events);
        }
    }

    /** On a PostgreSQL that syncs, its own count of them. */
    @ParameterizedTest
    @CsvSource({"8, 4", "64, 16"})
    void publishersShareSyncsOnPostgresql(int publishers, int events) throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("full_page_writes", "on")
                        .start();
                StoreDatabase store = Stores.open(StoreOptions.of(server.getJdbcUrl("postgres", "postgres"))
                        .withReaders(1))) {
            long before = syncs(store);
            long commits = commits(store, publishers);
            assertThat(commits).isPositive().isLessThanOrEqualTo(EVENTS / events);
            // a server adds to its counts now and then: each commit syncs, so they are there when there are as many
            long syncs = await().until(() -> syncs(store) - before, counted -> counted >= commits);
            assertThat(syncs).isLessThanOrEqualTo(EVENTS / events);
        }
    }

    private static long syncs(StoreDatabase store) {
        return store.write(
                dsl -> dsl.fetchSingle("SELECT wal_sync FROM pg_stat_wal").get(0, Long.class));
    }
}
