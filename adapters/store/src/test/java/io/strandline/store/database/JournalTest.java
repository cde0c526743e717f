package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** GW-2 on one gateway: claims, answers, keys. */
class JournalTest extends JournalOnStores {
    /** GW-2: at most once, however many ask at once. */
    @ParameterizedTest
    @EnumSource
    void oneOfSixteenThatClaimAKeyRunsItsStatement(Dialect dialect) throws Exception {
        Gateway gateway = gateway(dialect);
        AtomicInteger changes = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(16);
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<Journal.Entry>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                answers.add(threads.submit((Callable<Journal.Entry>) () -> {
                    all.countDown();
                    all.await();
                    return runOnce(gateway, changes);
                }));
            }
            for (Future<Journal.Entry> answer : answers) {
                Journal.Entry entry = answer.get(30, TimeUnit.SECONDS);
                assertThat(entry.state()).isEqualTo(State.DONE);
                assertThat(entry.answer()).isEqualTo("dropped");
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(changes).hasValue(1);
        assertThat(gateway.audit()).hasSize(1);
    }

    private static Journal.Entry runOnce(Gateway gateway, AtomicInteger changes) {
        Journal.Claim claim = gateway.journal().claim(gateway.request("k", "CALL change()"));
        if (claim instanceof Journal.Fresh fresh) {
            fresh.running().effects().carryOut(DROP, () -> {
                changes.incrementAndGet();
                return Outcome.ofDone();
            });
            fresh.running().succeed("dropped");
        }
        return gateway.journal().awaitEnd("ann", "k", Duration.ofSeconds(20), () -> {});
    }

    /** GW-2: done gives the same answer, to that user only. */
    @ParameterizedTest
    @EnumSource
    void sameKeyGivesTheSameAnswer(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        gateway.claim("k").succeed("rows");

        Journal.Claim again = gateway.journal().claim(gateway.request("k", "CALL change()"));
        assertThat(again).isInstanceOfSatisfying(Journal.Ended.class, ended -> {
            assertThat(ended.entry().answer()).isEqualTo("rows");
            assertThat(ended.entry().state()).isEqualTo(State.DONE);
        });
        assertThat(gateway.journal().find("bob", "k")).isEmpty();
    }

    /** GW-2: 22023 for another request. */
    @ParameterizedTest
    @EnumSource
    void anotherRequestUnderAKeyIsRefused(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        gateway.claim("k").succeed("rows");

        assertThatThrownBy(() -> gateway.journal().claim(gateway.request("k", "CALL other()")))
                .isInstanceOfSatisfying(StrandlineException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.BAD_ARGUMENT);
                    assertThat(e).hasMessageContaining("\"k\"").hasMessageContaining("a key of its own");
                });
        assertThat(gateway.entry("k").answer()).isEqualTo("rows");
    }

    /** GW-2: a running one is waited for, as long as the caller wants. */
    @ParameterizedTest
    @EnumSource
    void runningStatementIsInFlightAndTheWaitForItEnds(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        Journal.Running running = gateway.claim("k");

        assertThat(gateway.journal().claim(gateway.request("k", "CALL change()")))
                .isInstanceOf(Journal.InFlight.class);
        assertThatThrownBy(() -> gateway.journal().awaitEnd("ann", "k", Duration.ofMillis(150), () -> {}))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMED_OUT));
        assertThatThrownBy(() -> gateway.journal().awaitEnd("ann", "k", Duration.ofMinutes(5), () -> {
                    throw new StrandlineException(ErrorCode.CANCELLED, "stop");
                }))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        running.succeed("late");
        assertThat(gateway.journal()
                        .awaitEnd("ann", "k", Duration.ofSeconds(5), () -> {})
                        .answer())
                .isEqualTo("late");
    }

    /** GW-2: what was never asked is not waited for. */
    @ParameterizedTest
    @EnumSource
    void waitForAnUnknownKeyIsRefused(Dialect dialect) {
        assertThatThrownBy(() -> gateway(dialect).journal().awaitEnd("ann", "k", Duration.ofSeconds(5), () -> {}))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_OBJECT));
    }

    /** GW-2: the key is free again after a day, the audit stays. */
    @ParameterizedTest
    @EnumSource
    void keysAreForgottenAfterADayAndTheAuditIsNot(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        Journal.Running running = gateway.claim("k");
        running.effects().carryOut(DROP, Outcome::ofDone);
        running.succeed("rows");
        clock.advance(Duration.ofHours(24));
        gateway.journal().lease().renew();
        assertThat(gateway.journal().find("ann", "k")).isPresent();

        clock.advance(Duration.ofMillis(1));
        assertThat(gateway.journal().find("ann", "k")).isEmpty();
        assertThat(gateway.journal().claim(gateway.request("k", "CALL other()")))
                .isInstanceOf(Journal.Fresh.class);
        gateway.claim("other").succeed("x");
        clock.advance(Duration.ofHours(25));
        gateway.journal().lease().renew();
        gateway.journal().tidyUp();
        int statements = gateway.database().read(dsl -> dsl.fetchCount(JournalTables.STATEMENT));
        assertThat(statements).as("the one that runs").isOne();
        assertThat(gateway.audit()).hasSize(1);
    }

    /** GW-2: what is not kept says so. */
    @ParameterizedTest
    @EnumSource
    void answersThatAreTooLargeOrHoldSecretsAreNotKept(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        gateway.claim("fits").succeed("é".repeat(50));
        gateway.claim("large").succeed("é".repeat(51));
        Journal.Request secret =
                new Journal.Request("s1", Gateway.ANN, "secret", "h", "CALL vend(...)", false, clock.instant());
        ((Journal.Fresh) gateway.journal().claim(secret)).running().succeed("canary-7351");

        assertThat(gateway.entry("fits").answer()).hasSize(50);
        assertThat(gateway.entry("large").answer()).isNull();
        assertThat(gateway.entry("large").message()).contains("102 bytes").contains("100 bytes");
        assertThat(gateway.entry("secret").answer()).isNull();
        assertThat(gateway.entry("secret").message()).contains("ask again");
        assertThat(gateway.entry("secret").state()).isEqualTo(State.DONE);
    }

    /** Names of the lake are any text: what is stored comes back, U+0000 as its symbol. */
    @ParameterizedTest
    @EnumSource
    void anyTextIsStored(Dialect dialect) {
        Gateway gateway = gateway(dialect);
        String odd = "I\u0131\u0130i'\"%_\\ 表é😀 \r\n\t;--";
        Journal.Running running = gateway.claim("key " + odd);
        running.effects().refuse(new Intent(odd, odd + '\0', odd), odd, odd);
        running.fail("58030", 1, odd + '\0');

        assertThat(gateway.audit()).singleElement().satisfies(row -> {
            assertThat(row.action()).isEqualTo(odd);
            assertThat(row.target()).isEqualTo(odd + "\u2400");
            assertThat(row.detail()).isEqualTo(odd);
        });
        assertThat(gateway.entry("key " + odd).message()).isEqualTo(odd + "\u2400");
    }
}
