package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GW-1: what a dead gateway had begun is resolved by the next; nothing stays started. */
class RecoveryTest {
    private static final Map<String, EffectResolver> RESOLVERS = Map.of(
            "made", intent -> Outcome.ofDone(),
            "not_made", intent -> Outcome.refused("exec_failed", "still there"),
            "silent",
                    intent -> {
                        throw new StrandlineException(ErrorCode.BACKEND, "catalog is away");
                    });

    @TempDir
    Path directory;

    private final TestClock clock = new TestClock();
    private final List<Gateway> started = new ArrayList<>();

    private Gateway gateway(StoreOptions options) {
        Gateway gateway = Gateway.start(options, clock, RESOLVERS);
        started.add(gateway);
        return gateway;
    }

    /** A gateway that began, in one statement, a change of each action, and died before any answer came. */
    private void dieWithin(StoreOptions options, String key, String... actions) {
        Gateway gateway = Gateway.start(options, clock, RESOLVERS);
        Journal.Running running = gateway.claim(key);
        for (String action : actions) {
            beginOnly(gateway, running, action);
        }
        gateway.die();
        clock.advance(Gateway.OPTIONS.lease().plusMillis(1));
    }

    /** As far as a killed process comes: the started row is committed, no outcome is. */
    private static void beginOnly(Gateway gateway, Journal.Running running, String action) {
        RunningStatement statement = (RunningStatement) running;
        long row = gateway.database()
                .write(dsl -> EffectRows.begin(
                        dsl,
                        statement.nextPlace(),
                        new Intent(action, "target of " + action, "{}"),
                        gateway.journal().now()));
        assertThat(row).isPositive();
    }

    @AfterEach
    void close() {
        started.forEach(Gateway::close);
    }

    /** GW-1: done, refused or unknown, as the target says; unknown where it cannot be read or nobody can tell. */
    @ParameterizedTest
    @EnumSource
    void startedEffectsOfADeadGatewayAreResolvedByTheirTargets(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        dieWithin(options, "k", "made", "not_made", "silent", "nobody");
        Gateway next = gateway(options);

        assertThat(next.audit())
                .extracting(AuditEntry::state)
                .containsExactly(State.DONE, State.REFUSED, State.UNKNOWN, State.UNKNOWN);
        assertThat(next.audit()).allSatisfy(row -> assertThat(row.endedAt()).isNotNull());
        assertThat(next.audit().get(2).detail()).contains("catalog is away");
        assertThat(next.entry("k")).satisfies(entry -> {
            assertThat(entry.state()).isEqualTo(State.UNKNOWN);
            assertThat(entry.sqlState()).isEqualTo("40003");
            assertThat(entry.message()).contains("1 of the 4 changes").contains("2 are unknown");
        });
        assertThat(next.journal().claim(next.request("k", "CALL change()"))).isInstanceOf(Journal.Ended.class);
    }

    /** GW-1: a statement is as its effects are. */
    @ParameterizedTest
    @EnumSource
    void statementsOfADeadGatewayEndAsTheirEffectsDid(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        dieWithin(options, "nothing");
        dieWithin(options, "refused", "not_made");
        dieWithin(options, "done", "not_made", "made");
        Gateway next = gateway(options);

        assertThat(next.entry("nothing").state()).isEqualTo(State.REFUSED);
        assertThat(next.entry("nothing").message()).contains("was not executed");
        assertThat(next.entry("refused").state()).isEqualTo(State.REFUSED);
        assertThat(next.entry("done").state()).isEqualTo(State.DONE);
        assertThat(next.entry("done").sqlState()).isNull();
        assertThat(next.entry("done").answer()).isNull();
    }

    /** GW-1, the twin: what a living gateway runs is left alone. */
    @Test
    void statementsOfALivingGatewayAreLeftToIt() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        Gateway living = gateway(options);
        Journal.Running running = living.claim("k");
        clock.advance(Gateway.OPTIONS.lease());
        living.journal().lease().renew();
        clock.advance(Duration.ofMillis(1));
        Gateway other = gateway(options);
        other.journal().tidyUp();

        assertThat(other.entry("k").state()).isEqualTo(State.STARTED);
        assertThat(other.journal().claim(other.request("k", "CALL change()"))).isInstanceOf(Journal.InFlight.class);
        running.succeed("rows");
        assertThat(other.journal()
                        .awaitEnd("ann", "k", Duration.ofSeconds(5), () -> {})
                        .answer())
                .isEqualTo("rows");
    }

    /** GW-2: who waits for a dead gateway's statement gets it resolved. */
    @Test
    void waitForAStatementWhoseGatewayDiesResolvesIt() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        Gateway other = gateway(options);
        Gateway dying = Gateway.start(options, clock, RESOLVERS);
        Journal.Running running = dying.claim("k");
        beginOnly(dying, running, "made");
        dying.die();
        assertThatThrownBy(() -> other.journal().awaitEnd("ann", "k", Duration.ofMillis(150), () -> {}))
                .as("its lease has not ended")
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
        clock.advance(Gateway.OPTIONS.lease().plusMillis(1));
        other.journal().lease().renew();

        assertThat(other.journal()
                        .awaitEnd("ann", "k", Duration.ofSeconds(5), () -> {})
                        .state())
                .isEqualTo(State.DONE);
    }

    /** GW-1: of several gateways that find one dead, one resolves. */
    @Test
    void eachEffectIsResolvedByOneGateway() throws Exception {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        AtomicInteger asked = new AtomicInteger();
        Map<String, EffectResolver> counting = Map.of("counted", intent -> {
            asked.incrementAndGet();
            return Outcome.ofDone();
        });
        List<Gateway> others = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Gateway other = Gateway.start(options, clock, counting);
            started.add(other);
            others.add(other);
        }
        dieWithin(options, "k", "counted", "counted", "counted");
        others.forEach(other -> other.journal().lease().renew());
        ExecutorService threads = Executors.newFixedThreadPool(others.size());
        try {
            CountDownLatch all = new CountDownLatch(others.size());
            List<Future<Boolean>> rounds = new ArrayList<>();
            for (Gateway other : others) {
                rounds.add(threads.submit((Callable<Boolean>) () -> {
                    all.countDown();
                    all.await();
                    other.journal().tidyUp();
                    return true;
                }));
            }
            for (Future<Boolean> round : rounds) {
                assertThat(round.get(30, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(asked).hasValue(3);
        assertThat(others.get(0).entry("k").state()).isEqualTo(State.DONE);
    }

    /** GW-1: a gateway that was taken to be dead begins nothing more under its old name, and what it knows is believed. */
    @Test
    void gatewayThatWasTakenToBeDeadIsRefusedNewChangesAndKeepsTheLastWord() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        Gateway slow = gateway(options);
        Journal.Running running = slow.claim("k");
        Outcome outcome = running.effects().carryOut(new Intent("not_made", "t", "{}"), () -> {
            clock.advance(Gateway.OPTIONS.lease().plusMillis(1));
            Gateway other = gateway(options);
            assertThat(other.entry("k").state()).isEqualTo(State.REFUSED);
            return Outcome.ofDone();
        });

        assertThat(outcome).isEqualTo(Outcome.ofDone());
        assertThat(slow.audit())
                .singleElement()
                .satisfies(row -> assertThat(row.state()).isEqualTo(State.DONE));
        AtomicInteger changes = new AtomicInteger();
        assertThatThrownBy(() -> running.effects().carryOut(new Intent("made", "t", "{}"), () -> {
                    changes.incrementAndGet();
                    return Outcome.ofDone();
                }))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE));
        assertThat(changes).hasValue(0);
        running.fail("58030", 1304, "lease lost");
        assertThat(slow.entry("k").state()).isEqualTo(State.DONE);

        slow.journal().lease().renew();
        slow.claim("next").succeed("goes on");
        assertThat(slow.entry("next").gatewayId()).isNotEqualTo(slow.entry("k").gatewayId());
    }

    /** GW-1: what a gateway left on purpose is resolved too, without waiting for its lease. */
    @ParameterizedTest
    @EnumSource
    void gatewayThatEndedOrderlyIsDeadAtOnce(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        try (Gateway first = Gateway.start(options, clock, RESOLVERS)) {
            first.claim("k");
        }
        assertThat(gateway(options).entry("k").state()).isEqualTo(State.REFUSED);
    }
}
