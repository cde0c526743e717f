package io.strandline.log;

import static io.strandline.log.Errors.assertFails;
import static io.strandline.log.LogLab.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strandline.common.CallContext;
import io.strandline.common.Caller;
import io.strandline.common.Effects;
import io.strandline.common.ErrorCode;
import io.strandline.common.ForwardingCall;
import io.strandline.common.Grants;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.log.memory.MemoryEventLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishing as a change of a statement (GW-1, GW-3, LOG-12). */
class PublisherTest {
    private final SetClock clock = new SetClock();
    private final MemoryEventLog events = new MemoryEventLog(LogOptions.appendOnly("events", 2), clock);
    private final MemoryEventLog states = new MemoryEventLog(LogOptions.compacted("states", 8), clock);
    private final Publisher publisher = new Publisher(new Logs(List.of(events, states)));
    private final List<Intent> intents = new ArrayList<>();

    /** A call whose changes are remembered, and made. */
    private CallContext call(Caller caller) {
        Effects effects = new Effects() {
            @Override
            public Outcome carryOut(Intent intent, Change change) {
                intents.add(intent);
                try {
                    return change.make();
                } catch (StrandlineException e) { // as the journal does
                    Outcome read = publisher.resolvers().get(intent.action()).resolve(intent);
                    return e.code() == ErrorCode.OUTCOME_UNKNOWN ? Outcome.unknown(e.getMessage()) : read;
                }
            }

            @Override
            public Outcome refuse(Intent intent, String reason, String detail) {
                throw new AssertionError("nothing is refused that was not begun");
            }
        };
        return new ForwardingCall(new SystemCall(clock.instant())) {
            @Override
            public Caller caller() {
                return caller;
            }

            @Override
            public Effects effects() {
                return effects;
            }
        };
    }

    private CallContext operator() {
        return call(new Caller("olga", Role.OPERATOR));
    }

    private Published publishKeyed(String log, @Nullable Integer partition, String key, @Nullable Bytes event) {
        return publisher
                .publishKeyed(List.of(new Publisher.Keyed(log, partition, text(key), event, false)), operator())
                .get(0);
    }

    private static Publisher.Keyed keyed(String log, int partition, String key, boolean dryRun) {
        return new Publisher.Keyed(log, partition, text(key), text("v"), dryRun);
    }

    /** LOG-8: several are one change of each log, answered in the order given; one that is wrong lets none of them pass. */
    @Test
    void severalAreOneGroup() {
        MemoryEventLog other = new MemoryEventLog(LogOptions.compacted("other", 1), clock);
        Publisher both = new Publisher(new Logs(List.of(states, other)));
        assertThat(both.publishKeyed(
                        List.of(
                                keyed("states", 1, "a", false),
                                keyed("other", 0, "a", false),
                                keyed("states", 2, "b", true),
                                keyed("states", 1, "c", false)),
                        operator()))
                .containsExactly(
                        new Published("states", 1, 0L, true, null),
                        new Published("other", 0, 0L, true, null),
                        new Published("states", 2, null, false, "dry_run"),
                        new Published("states", 1, 1L, true, null));
        assertThat(intents)
                .extracting(Intent::target)
                .containsExactly("2 events of log \"states\"", "partition 0 of log \"other\"");
        assertFails(
                ErrorCode.PARTITION_OUT_OF_RANGE,
                () -> both.publishKeyed(
                        List.of(keyed("states", 0, "a", false), keyed("states", 99, "b", false)), operator()));
        assertThat(LogLab.highs(states).get(0)).isZero();
        assertThat(LogLab.highs(states).get(1)).isEqualTo(2L);
    }

    /** GW-1: a group was not published if none of it is anywhere it should be. */
    @Test
    void whetherAGroupWasPublishedIsReadBack() {
        publisher.publishKeyed(List.of(keyed("states", 0, "a", false), keyed("states", 1, "b", false)), operator());
        assertThat(resolved(intents.get(0))).isInstanceOf(Outcome.Unknown.class);
        Intent later = new Intent(
                intents.get(0).action(),
                intents.get(0).target(),
                intents.get(0).proof().replace("{\"0\":0,\"1\":0}", "{\"0\":1,\"1\":1}"));
        assertThat(resolved(later)).isInstanceOf(Outcome.Refused.class);
        states.publishKeyed(1, text("b"), text("other"));
        assertThat(resolved(later)).isInstanceOf(Outcome.Refused.class);
        states.publishKeyed(1, text("a"), text("v"));
        assertThat(resolved(later)).as("part of a group may be there").isInstanceOf(Outcome.Unknown.class);
    }

    /** LOG-12: a key goes to its own partition unless the call names another. */
    @Test
    void aKeyGoesToItsPartition() {
        int own = KeyPartitioner.partition(text("foobar"), 8);
        Published published = publishKeyed("states", null, "foobar", text("v"));
        assertThat(published).isEqualTo(new Published("states", own, 0L, true, null));
        assertThat(publishKeyed("states", 3, "foobar", null))
                .isEqualTo(new Published("states", 3, own == 3 ? 1L : 0L, true, null));
    }

    /** A dry run checks what a publish would, and writes nothing. */
    @Test
    void aDryRunChecksAndPublishesNothing() {
        assertThat(publisher.publish("events", 1, text("x"), true, operator()))
                .isEqualTo(new Published("events", 1, null, false, "dry_run"));
        for (boolean dryRun : new boolean[] {true, false}) {
            assertFails(
                    ErrorCode.PARTITION_OUT_OF_RANGE,
                    () -> publisher.publish("events", 2, text("x"), dryRun, operator()));
            assertFails(ErrorCode.NO_SUCH_OBJECT, () -> publisher.publish("event", 0, text("x"), dryRun, operator()));
            assertFails(ErrorCode.REFUSED, () -> publisher.publish("states", 0, text("x"), dryRun, operator()));
            assertFails(
                    ErrorCode.LIMIT_EXCEEDED,
                    () -> publisher.publish("events", 0, text("x".repeat(1 << 21)), dryRun, operator()));
        }
        assertThat(intents).isEmpty();
        assertThat(LogLab.highs(events)).containsExactly(0L, 0L);
    }

    /** A log that says that it wrote nothing is believed, and what it says is what the call fails with; nothing is unknown then. */
    @ParameterizedTest
    @EnumSource(names = {"REFUSED", "LIMIT_EXCEEDED", "LOG_CLOSED", "BACKEND", "CANCELLED", "OUTCOME_UNKNOWN"})
    void whatTheLogFailsWithTheCallDoes(ErrorCode code) {
        MetadataEventLog failing = new ForwardingLog(states) {
            @Override
            public long publishKeyed(int partition, Bytes key, @Nullable Bytes event) {
                // so that reading back would prove nothing
                super.publishKeyed(partition, key, event);
                throw new StrandlineException(code, "it is so.");
            }
        };
        Publisher failed = new Publisher(new Logs(List.of(failing)));
        assertThatThrownBy(() -> failed.publishKeyed(List.of(keyed("states", 0, "a", false)), operator()))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining("it is so.");
        assertThat(intents).hasSize(1);
    }

    /** Of a group some may be there whatever it failed with: only if reading back shows none, that is what the call fails with. */
    @Test
    void aGroupThatFailedIsReadBack() {
        List<Publisher.Keyed> group = List.of(keyed("states", 0, "a", false), keyed("states", 1, "b", false));
        AtomicInteger before = new AtomicInteger();
        MetadataEventLog failing = new ForwardingLog(states) {
            @Override
            public List<Long> publishKeyedGroup(List<KeyedEvent> events) {
                super.publishKeyedGroup(events.subList(0, before.get()));
                throw new StrandlineException(ErrorCode.LIMIT_EXCEEDED, "the next is too large.");
            }
        };
        Publisher failed = new Publisher(new Logs(List.of(failing)));
        assertFails(ErrorCode.LIMIT_EXCEEDED, () -> failed.publishKeyed(group, operator()));
        before.set(1);
        assertFails(ErrorCode.OUTCOME_UNKNOWN, () -> failed.publishKeyed(group, operator()));
    }

    /** A log that is away is an error soon, with what is wrong, and nothing is begun. */
    @Test
    void aLogThatIsAwayIsAnErrorSoon() {
        MetadataEventLog away = new ForwardingLog(states) {
            @Override
            public List<Long> highWaterMarks(Runnable checkpoint) {
                return ReadAgain.whileItMayPass(failure -> failure instanceof UncheckedIOException, () -> {
                    checkpoint.run();
                    throw new UncheckedIOException(new IOException("no broker answers"));
                });
            }
        };
        Publisher waiting = new Publisher(new Logs(List.of(away)), Duration.ofMillis(20));
        assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> assertThatThrownBy(
                                () -> waiting.publishKeyed(List.of(keyed("states", 0, "a", false)), operator()))
                        .isInstanceOfSatisfying(
                                StrandlineException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND))
                        .hasMessageContaining("log \"states\" could not be read within")
                        .hasMessageContaining("no broker answers"));
        assertThat(intents).isEmpty();
        assertThat(LogLab.highs(states).get(0)).isZero();
    }

    /** GW-3: readers publish nothing, nor do users who are limited to some connections. */
    @Test
    void operatorsPublish() {
        Caller limited = new Caller("lou", Role.OPERATOR, Grants.of(Set.of("scratch"), Set.of("lake")));
        for (Caller caller : List.of(new Caller("rita", Role.READER), limited)) {
            assertFails(ErrorCode.NOT_ALLOWED, () -> publisher.publish("events", 0, text("x"), false, call(caller)));
        }
        assertThat(LogLab.highs(events)).containsExactly(0L, 0L);
    }

    /** GW-1: that nothing like it is in the log proves that it was not published; that something is proves nothing. */
    @Test
    void whetherItWasPublishedIsReadBack() {
        publisher.publish("events", 0, text("x"), false, operator());
        Intent intent = intents.get(0);
        assertThat(resolved(intent)).isInstanceOf(Outcome.Unknown.class);
        publisher.publish("events", 0, text("y"), false, operator());
        Intent lost = new Intent(
                intent.action(), intent.target(), intents.get(1).proof().replace("{\"0\":1}", "{\"0\":2}"));
        assertThat(lost.proof()).isNotEqualTo(intents.get(1).proof());
        assertThat(resolved(lost)).isInstanceOf(Outcome.Refused.class);
        Intent ofAnother =
                new Intent(lost.action(), lost.target(), lost.proof().replaceAll("\"process\":\"[^\"]*", "$0x"));
        assertThat(ofAnother.proof()).isNotEqualTo(lost.proof());
        assertThat(resolved(ofAnother)).as("in the memory of another process").isInstanceOf(Outcome.Unknown.class);
        events.publish(0, text("z"));
        assertThat(resolved(lost)).isInstanceOf(Outcome.Refused.class);
        events.publish(0, text("y"));
        assertThat(resolved(lost)).isInstanceOf(Outcome.Unknown.class);
        events.close();
        assertThat(resolved(lost)).isInstanceOf(Outcome.Unknown.class);
    }

    /** GW-1: where some of what was written since is gone, nobody knows what it was. */
    @Test
    void whatIsGoneProvesNothing() {
        MemoryEventLog small = new MemoryEventLog(LogOptions.appendOnly("small", 1), clock, 1_000);
        MemoryEventLog keyed = new MemoryEventLog(LogOptions.compacted("keyed", 1), clock);
        Publisher publisher = new Publisher(new Logs(List.of(small, keyed)));
        publisher.publish("small", 0, text("x"), false, operator());
        publisher.publishKeyed(List.of(new Publisher.Keyed("keyed", 0, text("k"), text("x"), false)), operator());
        for (int i = 0; i < 20; i++) {
            small.publish(0, text("y".repeat(200)));
            keyed.publishKeyed(0, text("k"), text("y" + i));
        }
        keyed.tidyUp();
        assertThat(intents)
                .hasSize(2)
                .allSatisfy(intent -> assertThat(
                                publisher.resolvers().get(intent.action()).resolve(intent))
                        .isInstanceOf(Outcome.Unknown.class));
        Intent ahead = new Intent(
                intents.get(0).action(),
                intents.get(0).target(),
                intents.get(0).proof().replace("{\"0\":0}", "{\"0\":99}"));
        assertThat(publisher.resolvers().get(ahead.action()).resolve(ahead))
                .as("a log that is shorter than it was")
                .isInstanceOf(Outcome.Unknown.class);
    }

    /** GW-1: a transport that stays away while an event is read back keeps nobody for ever. */
    @Test
    void aTransportThatStaysAwayMakesItUnknown() {
        MetadataEventLog away = new ForwardingLog(events) {
            @Override
            public List<Long> highWaterMarks(Runnable checkpoint) {
                while (true) {
                    checkpoint.run();
                }
            }
        };
        publisher.publish("events", 0, text("x"), false, operator());
        Publisher reading = new Publisher(new Logs(List.of(away)), Duration.ofMillis(10));
        Outcome outcome = assertTimeoutPreemptively(
                Duration.ofSeconds(30),
                () -> reading.resolvers().get(intents.get(0).action()).resolve(intents.get(0)));
        assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
        assertThat(outcome.detail()).contains("could not be read within");
    }

    private Outcome resolved(Intent intent) {
        return publisher.resolvers().get(intent.action()).resolve(intent);
    }
}
