package io.strandline.gateway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.Caller;
import io.strandline.common.Role;
import io.strandline.gateway.schedule.LastScans.LastScan;
import io.strandline.store.Leases;
import io.strandline.store.database.DatabaseLeases;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gateways that scan by a schedule, on leases in one real store and a clock of the test's. */
abstract class ScheduledGateways {
    static final Duration EVERY = Duration.ofMinutes(15);
    static final Duration SECOND = Duration.ofSeconds(1);

    static final Caller POLICY = new Caller("policy", Role.ADMIN);

    @TempDir
    Path directory;

    final SetClock clock = new SetClock(Instant.parse("2024-10-27T00:30:00Z"));
    final List<String> ran = new ArrayList<>();
    List<LastScan> stored = new ArrayList<>();
    final List<String> cancelled = new ArrayList<>();
    Runnable whileItRuns = () -> {};
    AroundScan around = AroundScan.NOTHING;
    StoreDatabase store;
    Leases leases;

    @BeforeEach
    void open() {
        store = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")));
        leases = DatabaseLeases.open(store, clock);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** One gateway whose scans run when they are begun. */
    ScanScheduler gateway() {
        return gateway(Runnable::run);
    }

    ScanScheduler gateway(Executor executor) {
        return new ScanScheduler(
                List.of(new ScanSetting("it's", EVERY, Duration.ZERO)),
                new ScheduledScan.Tools(this::last, leases, this::statement, around, clock),
                new Random(7),
                executor);
    }

    static Optional<AroundScan.Call> call(String procedure, Caller caller) {
        return Optional.of(new AroundScan.Call("CALL " + procedure + "('it''s')", caller));
    }

    Optional<LastScan> last(String connection) {
        assertThat(connection).isEqualTo("it's");
        return stored.isEmpty() ? Optional.empty() : Optional.of(stored.get(stored.size() - 1));
    }

    void store(boolean ok) {
        stored.add(new LastScan(stored.size() + 1, clock.instant(), ok));
    }

    OwnStatements.OwnStatement statement(String sql, Caller caller) {
        return new OwnStatements.OwnStatement() {
            @Override
            public String id() {
                return "statement " + ran.size();
            }

            @Override
            public void run() {
                ran.add(caller.user() + "/" + caller.role() + ": " + sql);
                whileItRuns.run();
            }

            @Override
            public void cancel(String reason) {
                cancelled.add(reason);
            }
        };
    }

    /** Lets time pass second by second, as the gateway's own thread does. */
    void pass(Duration time, ScanScheduler... gateways) {
        for (long i = 0; i < time.toSeconds(); i++) {
            clock.pass(SECOND);
            for (ScanScheduler gateway : gateways) {
                gateway.tick();
            }
        }
    }
}
