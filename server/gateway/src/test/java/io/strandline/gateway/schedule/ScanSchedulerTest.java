package io.strandline.gateway.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.schedule.LastScans.LastScan;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Scheduled scans of two gateways on one store, with leases in it, moved on by a clock of the test's. */
class ScanSchedulerTest extends ScheduledGateways {
    @Test
    void aConnectionIsComparedByTheUserSchedulerEachInterval() {
        whileItRuns = () -> store(true);
        ScanScheduler gateway = gateway();
        pass(SECOND, gateway);
        assertThat(ran).containsExactly("scheduler/OPERATOR: CALL reconcile.reconcile(connection => 'it''s')");
        pass(EVERY.minus(SECOND), gateway);
        assertThat(ran).hasSize(1);
        pass(SECOND, gateway);
        assertThat(ran).hasSize(2);
        pass(EVERY.multipliedBy(4), gateway);
        assertThat(ran).hasSize(6);
    }

    /** Of two gateways one scans each time, since the store's last scan counts for both. */
    @Test
    void twoGatewaysScanAsOftenAsOne() {
        whileItRuns = () -> store(true);
        ScanScheduler one = gateway();
        ScanScheduler other = gateway();
        pass(EVERY.multipliedBy(10), one, other);
        assertThat(ran).hasSize(10);
    }

    /** The must-fail twin of that: without the store's word each gateway scans for itself. */
    @Test
    void gatewaysThatReadStoresOfTheirOwnScanTwice() {
        whileItRuns = () -> store(true);
        List<LastScan> ofOne = new ArrayList<>();
        List<LastScan> ofOther = new ArrayList<>();
        ScanScheduler one = gateway();
        ScanScheduler other = gateway();
        for (long i = 0; i < EVERY.multipliedBy(10).toSeconds(); i++) {
            clock.pass(SECOND);
            stored = ofOne;
            one.tick();
            stored = ofOther;
            other.tick();
        }
        assertThat(ran).hasSize(20);
    }

    /** A scan that is not in the store has failed, and nothing is repaired after it. */
    @Test
    void aScanThatWasNotStoredHasFailed() {
        around = new AroundScan(connection -> Optional.empty(), connection -> call("repair_all", POLICY));
        ScanScheduler gateway = gateway();
        pass(SECOND, gateway);
        assertThat(ran).hasSize(1);
        assertThat(gateway.rows()).singleElement().satisfies(row -> {
            assertThat(row.failures()).isOne();
            assertThat(row.error()).contains("was not stored");
        });
    }

    @Test
    void aRestartDoesNotScanAtOnceIfOneIsRecent() {
        store(true);
        clock.pass(Duration.ofMinutes(5));
        ScanScheduler restarted = gateway();
        pass(Duration.ofMinutes(10).minus(SECOND), restarted);
        assertThat(ran).isEmpty();
        pass(SECOND, restarted);
        assertThat(ran).hasSize(1);
    }

    /** Down for a week, or the clock set ahead by one: one scan. */
    @Test
    void aMissedWeekIsOneScan() {
        whileItRuns = () -> store(true);
        ScanScheduler gateway = gateway();
        pass(SECOND, gateway);
        clock.pass(Duration.ofDays(7));
        pass(Duration.ofMinutes(14), gateway);
        assertThat(ran).hasSize(2);
    }

    @Test
    void aClockSetBackByAWeekDelaysByOneInterval() {
        whileItRuns = () -> store(true);
        ScanScheduler gateway = gateway();
        pass(SECOND, gateway);
        clock.pass(Duration.ofDays(-7));
        pass(EVERY.minus(SECOND), gateway);
        assertThat(ran).hasSize(1);
        pass(SECOND.multipliedBy(2), gateway);
        assertThat(ran).hasSize(2);
    }

    /** A scan longer than its interval is followed by one, not joined by another; its lease is kept all the time. */
    @Test
    void aLongScanDoesNotOverlapItselfOnAnyGateway() {
        Deque<Runnable> begun = new ArrayDeque<>();
        ScanScheduler one = gateway(begun::add);
        ScanScheduler other = gateway();
        clock.pass(SECOND);
        one.tick();
        assertThat(begun).hasSize(1);
        whileItRuns = () -> {
            whileItRuns = () -> store(true);
            pass(EVERY.multipliedBy(3), one, other);
            assertThat(begun).as("no other is begun").isEmpty();
            assertThat(one.rows()).singleElement().satisfies(row -> {
                assertThat(row.state()).isEqualTo("RUNNING");
                assertThat(row.statementId()).isNotNull();
            });
            assertThat(other.rows())
                    .singleElement()
                    .satisfies(row -> assertThat(row.state()).isEqualTo("ELSEWHERE"));
            store(true);
        };
        begun.remove().run();
        assertThat(ran).hasSize(1);
        assertThat(cancelled).isEmpty();
        pass(EVERY.plus(Duration.ofSeconds(10)), other);
        assertThat(ran).hasSize(2);
    }

    /** A gateway that was paused until another took over stops what it runs. */
    @Test
    void aScanWhoseLeaseWasTakenIsCancelled() {
        Deque<Runnable> begun = new ArrayDeque<>();
        ScanScheduler paused = gateway(begun::add);
        ScanScheduler other = gateway();
        clock.pass(SECOND);
        paused.tick();
        whileItRuns = () -> {
            whileItRuns = () -> store(true);
            pass(ScheduledScan.LEASE.plus(SECOND), other);
            pass(Duration.ofSeconds(6), other);
            assertThat(ran).as("the other one has it now").hasSize(2);
            assertThat(cancelled).isEmpty();
            paused.tick();
        };
        begun.remove().run();
        assertThat(cancelled)
                .singleElement()
                .satisfies(reason -> assertThat(reason).contains("another gateway"));
    }

    /** A backend that is down is asked less and less often; the error is seen. */
    @Test
    void failuresAreSeenAndBackOff() {
        whileItRuns = () -> {
            store(false);
            throw new StrandlineException(ErrorCode.BACKEND, "the catalog does not answer");
        };
        ScanScheduler gateway = gateway();
        pass(SECOND, gateway);
        assertThat(gateway.rows()).singleElement().satisfies(row -> {
            assertThat(row.state()).isEqualTo("WAITING");
            assertThat(row.failures()).isOne();
            assertThat(row.error()).isEqualTo("the catalog does not answer");
            assertThat(row.nextScanAt()).isEqualTo(clock.instant().plus(EVERY));
        });
        pass(Duration.ofMinutes(15 + 30 + 60 + 60), gateway);
        assertThat(ran).as("at 0, 15, 45, 105 and 165 minutes").hasSize(5);
        whileItRuns = () -> store(true);
        pass(Duration.ofHours(1), gateway);
        assertThat(gateway.rows()).singleElement().satisfies(row -> {
            assertThat(row.failures()).isZero();
            assertThat(row.error()).isNull();
            assertThat(row.nextScanAt()).isEqualTo(clock.instant().plus(EVERY));
        });
    }

    /** What follows a scan is asked for when it ended well, as the user that the policy says. */
    @Test
    void thePolicyFollowsAScanThatEndedWell() {
        around = new AroundScan(connection -> Optional.empty(), connection -> call("repair_all", POLICY));
        ScanScheduler gateway = gateway();
        whileItRuns = () -> {
            if (ran.size() == 1) {
                store(false);
                throw new StrandlineException(ErrorCode.BACKEND, "down");
            }
            store(true);
        };
        pass(SECOND, gateway);
        assertThat(ran).hasSize(1);
        pass(EVERY, gateway);
        assertThat(ran).hasSize(3);
        assertThat(ran.get(2)).isEqualTo("policy/ADMIN: CALL repair_all('it''s')");
    }

    /** What is asked for before a scan stops no scan, also when it fails. */
    @Test
    void aCallBeforeAScanThatFailsStopsNoScan() {
        around = new AroundScan(connection -> call("follow", ScanScheduler.CALLER), connection -> Optional.empty());
        ScanScheduler gateway = gateway();
        whileItRuns = () -> {
            if (ran.size() == 1) {
                throw new StrandlineException(ErrorCode.BACKEND, "down");
            }
            store(true);
        };
        pass(SECOND, gateway);
        assertThat(ran).hasSize(2);
        assertThat(ran.get(0)).isEqualTo("scheduler/OPERATOR: CALL follow('it''s')");
        assertThat(ran.get(1)).contains("reconcile.reconcile");
        assertThat(gateway.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.error()).isEqualTo("down"));
    }

    @Test
    void aStoppedGatewayBeginsNoneAndCancelsWhatRuns() {
        ScanScheduler gateway = gateway();
        whileItRuns = gateway::close;
        pass(SECOND, gateway);
        assertThat(cancelled).containsExactly("the gateway stops");
        pass(EVERY.multipliedBy(2), gateway);
        assertThat(ran).hasSize(1);
    }
}
