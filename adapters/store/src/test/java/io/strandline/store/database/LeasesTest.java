package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.store.Leases;
import io.strandline.store.Leases.Lease;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one gateway at a time may do: of two gateways on one store, at most one holds a lease. */
class LeasesTest {
    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    Path directory;

    private final TestClock clock = new TestClock();
    private final AtomicLong nanos = new AtomicLong();
    private final List<StoreDatabase> opened = new ArrayList<>();

    @AfterEach
    void close() {
        opened.forEach(StoreDatabase::close);
    }

    private StoreDatabase open(StoreOptions options) {
        StoreDatabase database = StoreDatabase.open(options);
        opened.add(database);
        return database;
    }

    /** Two gateways; on SQLite, where there is only one, it twice. */
    private List<Leases> two(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        Leases one = DatabaseLeases.open(open(options), clock, nanos::get);
        Leases other = dialect == Dialect.SQLITE ? one : DatabaseLeases.open(open(options), clock, nanos::get);
        return List.of(one, other);
    }

    private static long holders(List<Leases> gateways, int threadsOfEach) throws Exception {
        int count = gateways.size() * threadsOfEach;
        CyclicBarrier together = new CyclicBarrier(count);
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<Optional<Lease>>> answers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                Leases gateway = gateways.get(i % gateways.size());
                answers.add(threads.submit((Callable<Optional<Lease>>) () -> {
                    together.await(10, TimeUnit.SECONDS);
                    return gateway.acquire("scan", LONG);
                }));
            }
            long holders = 0;
            for (Future<Optional<Lease>> answer : answers) {
                holders += answer.get(30, TimeUnit.SECONDS).isPresent() ? 1 : 0;
            }
            return holders;
        } finally {
            threads.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneOfManyThatAskAtOnceHoldsIt(Dialect dialect) throws Exception {
        List<Leases> gateways = two(dialect);
        assertThat(holders(gateways, 6)).isOne();
        assertThat(gateways.get(0).acquire("another", LONG)).isPresent();
    }

    /** The must-fail twin: looking whether it is free before taking it gives two holders, and the count sees that. */
    @Test
    void lookingBeforeTakingGivesTwoHolders() throws Exception {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        CyclicBarrier bothLooked = new CyclicBarrier(2);
        assertThat(holders(
                        List.of(
                                new LookThenTake(open(options), bothLooked),
                                new LookThenTake(open(options), bothLooked)),
                        1))
                .isEqualTo(2);
    }

    /** Leases taken in two steps. */
    private record LookThenTake(StoreDatabase database, CyclicBarrier looked) implements Leases {
        private static final Table<?> LEASE = DSL.table(DSL.name("lease"));

        @Override
        public Optional<Lease> acquire(String name, Duration time) {
            boolean free = database.read(dsl -> dsl.fetchCount(LEASE) == 0);
            try {
                looked.await(10, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            return free ? Optional.of(new Taken(name)) : Optional.empty();
        }
    }

    private record Taken(String name) implements Lease {
        @Override
        public long fence() {
            return 1;
        }

        @Override
        public boolean isHeld() {
            return true;
        }

        @Override
        public boolean renew() {
            return true;
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNotRenewedEndsAndTheNextHolderHasAHigherFence(Dialect dialect) {
        List<Leases> gateways = two(dialect);
        Lease first = gateways.get(0).acquire("scan", SHORT).orElseThrow();
        Lease next = await().atMost(Duration.ofSeconds(10))
                .until(
                        () -> {
                            clock.advance(Duration.ofMillis(100));
                            return gateways.get(1).acquire("scan", LONG);
                        },
                        Optional::isPresent)
                .orElseThrow();

        assertThat(next.fence()).isGreaterThan(first.fence());
        assertThat(first.renew()).isFalse();
        assertThat(first.isHeld()).isFalse();
        first.close();
        assertThat(gateways.get(0).acquire("scan", LONG))
                .as("it is the next one's")
                .isEmpty();
        assertThat(next.renew()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void whatIsGivenBackIsFreeAtOnce(Dialect dialect) {
        List<Leases> gateways = two(dialect);
        gateways.get(0).acquire("scan", LONG).orElseThrow().close();
        assertThat(gateways.get(1).acquire("scan", LONG)).isPresent();
    }

    /** A process that was stopped for a while must know when it wakes that its time has passed, whatever clocks say. */
    @ParameterizedTest
    @EnumSource
    void aPausedHolderKnowsThatItsTimeHasPassed(Dialect dialect) {
        List<Leases> gateways = two(dialect);
        Lease lease = gateways.get(0).acquire("scan", LONG).orElseThrow();
        clock.advance(Duration.ofDays(-1));
        assertThat(lease.isHeld()).isTrue();
        nanos.addAndGet(LONG.toNanos());
        assertThat(lease.isHeld()).isFalse();
        assertThat(lease.renew()).as("nobody took it").isTrue();
        assertThat(lease.isHeld()).isTrue();
    }

    /** Gateways whose clocks differ by a day agree on who holds it. */
    @Test
    void clocksOfGatewaysDoNotMatterOnASharedStore() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        TestClock ahead = new TestClock();
        ahead.advance(Duration.ofDays(1));
        Leases early = DatabaseLeases.open(open(options), clock, nanos::get);
        Leases late = DatabaseLeases.open(open(options), ahead, nanos::get);
        Lease lease = early.acquire("scan", LONG).orElseThrow();
        assertThat(late.acquire("scan", LONG)).isEmpty();
        lease.close();
        assertThat(late.acquire("scan", LONG)).isPresent();
        assertThat(early.acquire("scan", LONG)).isEmpty();
    }

    /** A SQLite store belongs to one process: what a dead one held, even with its clock ahead, is free. */
    @Test
    void whatADeadProcessHeldInAFileIsFree() {
        StoreOptions options = Stores.fresh(Dialect.SQLITE, directory);
        StoreDatabase dead = StoreDatabase.open(options);
        long before = DatabaseLeases.open(dead, clock)
                .acquire("scan", Duration.ofDays(1_000))
                .orElseThrow()
                .fence();
        dead.close();
        Lease lease =
                DatabaseLeases.open(open(options), clock).acquire("scan", LONG).orElseThrow();
        assertThat(lease.fence()).isGreaterThan(before);
    }
}
