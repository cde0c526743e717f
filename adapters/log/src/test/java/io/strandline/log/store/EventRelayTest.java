package io.strandline.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.log.Bytes;
import io.strandline.log.ForwardingLog;
import io.strandline.log.LogOptions;
import io.strandline.log.LogRecord;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.RangeVisitor;
import io.strandline.log.SetClock;
import io.strandline.log.kafka.KafkaEventLog;
import io.strandline.log.kafka.KafkaLab;
import io.strandline.log.memory.MemoryEventLog;
import io.strandline.store.database.DatabaseLeases;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** LOG-13: each of the gateway's own events arrives in the other log, in order, and but once, wherever a relay was killed. */
class EventRelayTest {
    private static final EnumSet<Failpoint> STEPS = EnumSet.range(Failpoint.RELAY_SENDING, Failpoint.RELAY_COMMITTED);

    private static final int PARTITIONS = 4;

    private final SetClock clock = new SetClock();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private StoreDatabase store;
    private StoreEventLog source;
    private MetadataEventLog target = new MemoryEventLog(LogOptions.appendOnly("lake", 3), clock);
    private int published;

    /** A process that is killed says nothing more. */
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private void open(Dialect dialect, LogOptions options) {
        store = Stores.open(Stores.place(dialect));
        opened.add(store);
        source = StoreEventLog.open(store, options, clock);
        opened.add(source);
    }

    private void open(Dialect dialect) {
        open(dialect, LogOptions.appendOnly("events", PARTITIONS));
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    private void publish(int many) {
        for (int i = 0; i < many; i++) {
            int number = published++;
            source.publish(number % PARTITIONS, Bytes.ofText("{\"id\":\"" + number + "\"}"));
        }
    }

    /** A relay of a process, until there is nothing more. */
    private void relay() {
        try (EventRelay relay = new EventRelay(store, source, target, DatabaseLeases.open(store, clock))) {
            relay.relay(Duration.ZERO, true);
        }
    }

    private void relayKilledAt(Failpoint step, int time) {
        AtomicInteger times = new AtomicInteger();
        Runnable clear = Failpoint.install(place -> {
            if (place == step && times.incrementAndGet() == time) {
                throw new Killed();
            }
        });
        try {
            assertThatThrownBy(this::relay).isInstanceOf(Killed.class);
        } finally {
            clear.run();
        }
    }

    /** Numbers of the events that have arrived from a partition of the source, in their order. */
    private List<Integer> arrivedFrom(int partition) {
        int there = partition % target.partitionCount();
        List<Integer> numbers = new ArrayList<>();
        target.visitRange(
                there,
                0,
                target.highWaterMarks(() -> {}).get(there),
                found -> {
                    int number = number(found);
                    if (number % PARTITIONS == partition) {
                        numbers.add(number);
                    }
                    return true;
                },
                () -> {});
        return numbers;
    }

    private static int number(LogRecord found) {
        Bytes value = found.value();
        String text = value == null ? "" : value.text().orElseThrow();
        return Integer.parseInt(text.replaceAll("[^0-9]", ""));
    }

    private void assertAllArrived() {
        for (int partition = 0; partition < PARTITIONS; partition++) {
            List<Integer> expected = new ArrayList<>();
            for (int number = partition; number < published; number += PARTITIONS) {
                expected.add(number);
            }
            assertThat(arrivedFrom(partition)).as("from partition " + partition).isEqualTo(expected);
        }
    }

    private void killAtEachStep() {
        publish(20);
        for (Failpoint step : STEPS) {
            relayKilledAt(step, 2);
            publish(20);
        }
        relay();
        assertAllArrived();
        relay();
        assertAllArrived();
    }

    @ParameterizedTest
    @EnumSource
    void aRelayKilledAtAnyStepLosesAndRepeatsNothing(Dialect dialect) {
        open(dialect);
        killAtEachStep();
    }

    @Test
    void aRelayToKafkaKilledAtAnyStepLosesAndRepeatsNothing() {
        open(Dialect.SQLITE);
        target = KafkaEventLog.open(LogOptions.appendOnly("lake", 3), KafkaLab.settings(KafkaLab.newTopic()));
        opened.add(target);
        killAtEachStep();
    }

    /** The twins: one that does not read back repeats, one that believes too much loses; the check says so. */
    @Test
    void aRelayThatReadsNothingBackIsFound() {
        open(Dialect.SQLITE);
        publish(20);
        relayKilledAt(Failpoint.RELAY_SENT, 3);
        store.change(dsl -> dsl.execute("UPDATE event_relay SET target_mark = 1000000"));
        relay();
        assertThatThrownBy(this::assertAllArrived).isInstanceOf(AssertionError.class);
    }

    @Test
    void aRelayThatSkipsIsFound() {
        open(Dialect.SQLITE);
        publish(20);
        relayKilledAt(Failpoint.RELAY_COMMITTED, 1);
        store.change(dsl -> dsl.execute("UPDATE event_relay SET next_offset = next_offset + 1"));
        relay();
        assertThatThrownBy(this::assertAllArrived).isInstanceOf(AssertionError.class);
    }

    /** What has arrived is not read again by who goes on, though some partitions of the source have no events at all. */
    @Test
    void whatHasArrivedIsNotReadAgain() {
        open(Dialect.SQLITE);
        List<Long> starts = new ArrayList<>();
        target = new ForwardingLog(new MemoryEventLog(LogOptions.appendOnly("lake", 1), clock)) {
            @Override
            public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
                starts.add(start);
                super.visitRange(partition, start, end, visitor, checkpoint);
            }
        };
        for (int i = 0; i < 10; i++) {
            source.publish(1, Bytes.ofText("{\"id\":\"" + i + "\"}"));
        }
        relay();
        relay();
        assertThat(starts).containsExactly(0L, 10L);
    }

    /** While the other log is away, events are published; they arrive when it is back. */
    @Test
    void aTargetThatIsAwayDelaysOnlyTheRelay() {
        open(Dialect.SQLITE);
        AtomicBoolean away = new AtomicBoolean(true);
        MetadataEventLog real = target;
        target = new ForwardingLog(real) {
            @Override
            public long publish(int partition, Bytes event) {
                if (away.get()) {
                    throw new StrandlineException(ErrorCode.BACKEND, "no broker answers");
                }
                return super.publish(partition, event);
            }
        };
        publish(5);
        assertThatThrownBy(this::relay).hasMessageContaining("no broker answers");
        publish(5);
        away.set(false);
        relay();
        assertAllArrived();
    }

    /** One at a time: another that is under way keeps a second from it. */
    @Test
    void oneRelaysAtATime() {
        open(Dialect.POSTGRESQL);
        publish(5);
        MetadataEventLog real = target;
        AtomicBoolean tried = new AtomicBoolean();
        target = new ForwardingLog(real) {
            @Override
            public long publish(int partition, Bytes event) {
                if (tried.compareAndSet(false, true)) {
                    relay();
                    assertThat(real.highWaterMarks(() -> {})).containsOnly(0L);
                }
                return super.publish(partition, event);
            }
        };
        relay();
        assertThat(tried).isTrue();
        assertAllArrived();
    }

    /** What has no id cannot be told from what has arrived; what is too large would stop the others. */
    @Test
    void whatCannotBeRelayedStopsNothing() {
        open(Dialect.SQLITE);
        target = new MemoryEventLog(LogOptions.appendOnly("lake", 3).withLargestRecord(100), clock);
        source.publish(0, Bytes.ofText("no json"));
        source.publish(1, Bytes.ofText("{\"type\":\"without one\"}"));
        source.publish(2, Bytes.ofText("{\"id\":\"" + "9".repeat(200) + "\"}"));
        source.publish(3, Bytes.copyOf(new byte[] {-1, -2}));
        publish(8);
        relay();
        assertAllArrived();
    }

    /** Events that went before they could be relayed hold up nothing. */
    @Test
    void whatWentMeanwhileStopsNothing() {
        open(Dialect.SQLITE, LogOptions.appendOnly("events", PARTITIONS).keeping(Duration.ofHours(1)));
        publish(8);
        relay();
        publish(8);
        clock.advance(Duration.ofHours(2));
        source.tidyUp();
        publish(8);
        relay();
        assertThat(arrivedFrom(0)).containsExactly(0, 4, 16, 20);
    }
}
