package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.EffectResolver;
import io.strandline.common.Outcome;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import io.strandline.store.JournalOptions;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GW-1, GW-2: clocks that are set back, or do not agree. */
class ClockSetBackTest extends JournalOnStores {
    private static final Duration YEAR = Duration.ofDays(365);
    private static final Map<String, EffectResolver> MADE = Map.of("test.drop", intent -> Outcome.ofDone());

    private Gateway gateway(StoreOptions options, Duration lease, Duration ahead) {
        Gateway gateway = Gateway.start(
                options,
                new JournalOptions(100, Duration.ofDays(1), lease),
                Clock.offset(Clock.systemUTC(), ahead),
                null,
                MADE);
        started.add(gateway);
        return gateway;
    }

    /** A change that began before the clock was set back ends, and not before it began; the audit stays in its order. */
    @ParameterizedTest
    @EnumSource
    void clockSetBackDuringAChangeEndsItWithNegativeTimeNowhere(Dialect dialect) {
        StoreOptions options = Stores.fresh(dialect, directory);
        Gateway gateway = Gateway.start(options, clock, MADE);
        started.add(gateway);
        Journal.Running running = gateway.claim("k");
        running.effects().carryOut(DROP, () -> {
            clock.advance(Duration.ofHours(-2));
            return Outcome.ofDone();
        });
        running.effects().refuse(DROP, "managed_table", "");
        running.succeed("rows");

        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE, State.REFUSED);
        assertThat(gateway.audit())
                .isSortedAccordingTo(Comparator.comparingLong(AuditEntry::id))
                .allSatisfy(row -> assertThat(row.endedAt()).isAfterOrEqualTo(row.startedAt()));
        assertThat(gateway.entry("k")).satisfies(entry -> {
            assertThat(entry.state()).isEqualTo(State.DONE);
            assertThat(entry.endedAt()).isAfterOrEqualTo(entry.startedAt());
        });
        gateway.journal().tidyUp();
        assertThat(gateway.journal().claim(gateway.request("k", "CALL change()")))
                .as("its key is kept")
                .isInstanceOf(Journal.Ended.class);
    }

    /** On SQLite the lock of the file tells who is dead: no clock can hold the next gateway up. */
    @Test
    void nextGatewayOnAFileResolvesAtOnceWhateverItsClockSays() {
        StoreOptions options = Stores.fresh(Dialect.SQLITE, directory);
        Gateway dying = Gateway.start(options, clock, MADE);
        dying.claim("k");
        dying.die();
        clock.advance(Duration.ofDays(-2));
        Gateway next = Gateway.start(options, clock, MADE);
        started.add(next);
        assertThat(next.entry("k").state()).isEqualTo(State.REFUSED);
        clock.advance(Duration.ofDays(-2));
        next.journal().tidyUp();
        next.claim("goes on").succeed("rows");
        assertThat(next.entry("goes on").answer()).isEqualTo("rows");
    }

    /** On PostgreSQL the database's clock decides: a gateway that lives is not taken for dead by one whose clock is ahead. */
    @Test
    void livingGatewayIsNotTakenForDeadByOneWhoseClockIsAYearAhead() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        Gateway living = gateway(options, Duration.ofMinutes(5), Duration.ZERO);
        Journal.Running running = living.claim("k");
        for (Duration ahead : new Duration[] {YEAR, YEAR.negated()}) {
            Gateway other = gateway(options, Duration.ofMinutes(5), ahead);
            other.journal().tidyUp();
            assertThat(other.journal().find("ann", "k"))
                    .hasValueSatisfying(entry -> assertThat(entry.state()).isEqualTo(State.STARTED));
        }
        assertThat(running.effects().carryOut(DROP, Outcome::ofDone)).isEqualTo(Outcome.ofDone());
        running.succeed("rows");
        assertThat(living.entry("k").answer()).isEqualTo("rows");
    }

    /** The twin: by its own clock it would have been. */
    @Test
    void leasesByTheGatewaysClocksWouldTakeItForDead() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        Gateway living = gateway(options, Duration.ofMinutes(5), Duration.ZERO);
        living.claim("k");
        Clock ahead = Clock.offset(Clock.systemUTC(), YEAR);
        started.add(Gateway.start(options, Gateway.OPTIONS, ahead, LeaseClock.by(ahead), MADE));
        assertThat(living.entry("k").state()).isEqualTo(State.REFUSED);
    }

    /** The database's clock set back by an hour leaves a dead gateway no longer alive than a lease. */
    @Test
    void leaseThatEndsLaterThanItCanIsCut() {
        StoreOptions options = Stores.fresh(Dialect.POSTGRESQL, directory);
        Gateway dying = gateway(options, Duration.ofMillis(300), Duration.ZERO);
        started.remove(dying);
        dying.claim("k");
        dying.die();
        Gateway next = gateway(options, Duration.ofMillis(300), Duration.ZERO);
        next.database()
                .change(dsl ->
                        dsl.execute("UPDATE gateway SET lease_until = lease_until + 3600000 WHERE gateway_id <> '"
                                + next.journal().lease().id() + "'"));
        await().untilAsserted(() -> assertThat(next.entry("k").state()).isEqualTo(State.REFUSED));
    }
}
