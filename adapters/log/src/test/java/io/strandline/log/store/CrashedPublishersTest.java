package io.strandline.log.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.log.Bytes;
import io.strandline.log.LogOptions;
import io.strandline.store.database.Dialect;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * LOG-1: what a publisher was told to be published is there once, at the offset it was told, wherever the process of many
 * publishers was stopped; also while it compacts.
 */
class CrashedPublishersTest {
    /** The profile {@code faults} sets it. */
    private static final int ROUNDS = Math.max(1, Integer.getInteger("strandline.crashRounds", 4) / 100 * 100);

    private static final long SEED = Long.getLong("strandline.crashSeed", 20_261_201L);

    private static final int KILLED = 137;

    /** Lines of a process that does not stop where it should. */
    private static final int LONG_PAST_IT = 20_000;

    private final Acknowledged told = new Acknowledged();
    private int runs;

    /**
     * A process publishes until it is stopped.
     *
     * @param killedAfter so many lines, and nanoseconds then
     */
    private int child(StoreOptions place, String point, int passing, boolean early, int killedAfter, long nanos)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                PublishingChild.class.getName()));
        command.addAll(PublishingChild.arguments(place, "r" + ++runs, point, passing, early));
        Process child = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        int end = told.lines() + killedAfter;
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                told.add(line);
                if (told.lines() == end) {
                    long moment = System.nanoTime() + nanos;
                    while (System.nanoTime() - moment < 0) {
                        Thread.onSpinWait();
                    }
                    child.toHandle().destroyForcibly();
                }
            }
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            child.destroyForcibly();
        }
        return child.exitValue();
    }

    private int childStoppedAt(Failpoint point, StoreOptions place, int passing, boolean early)
            throws IOException, InterruptedException {
        return child(place, point.name(), passing, early, LONG_PAST_IT, 0);
    }

    private List<String> faults(StoreOptions place) {
        try (StoreDatabase store = Stores.open(place);
                StoreEventLog events = PublishingChild.events(store);
                StoreEventLog states = PublishingChild.states(store)) {
            return told.faults(events, states);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasAcknowledgedOutlivesAKillAtRandom(Dialect dialect) throws Exception {
        StoreOptions place = Stores.place(dialect);
        Random random = new Random(SEED);
        for (int round = 0; round < ROUNDS; round++) {
            int before = told.lines();
            int lines = 1 + random.nextInt(2_000);
            assertThat(child(place, "", 0, false, lines, random.nextInt(5_000_000)))
                    .isEqualTo(KILLED);
            assertThat(told.lines()).isGreaterThanOrEqualTo(before + lines);
            assertThat(faults(place)).as("seed " + SEED + ", round " + round).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasAcknowledgedOutlivesAStopAtAFailpoint(Dialect dialect) throws Exception {
        StoreOptions place = Stores.place(dialect);
        for (Failpoint point : List.of(Failpoint.PUBLISH_UNCOMMITTED, Failpoint.PUBLISHED)) {
            assertThat(childStoppedAt(point, place, 100, false)).isEqualTo(PublishingChild.STOPPED);
            assertThat(told.lines()).isPositive();
            assertThat(faults(place)).as("stopped at " + point).isEmpty();
        }
    }

    /** The twins: who acknowledges before the commit, and a store that loses what was. */
    @Test
    void anAcknowledgementBeforeTheCommitIsFound() throws Exception {
        StoreOptions place = Stores.place(Dialect.SQLITE);
        assertThat(childStoppedAt(Failpoint.PUBLISH_UNCOMMITTED, place, 0, true))
                .isEqualTo(PublishingChild.STOPPED);
        assertThat(faults(place)).anyMatch(fault -> fault.contains("and found at null"));
    }

    @Test
    void whatAStoreLosesIsFound() throws Exception {
        StoreOptions place = Stores.place(Dialect.SQLITE);
        assertThat(childStoppedAt(Failpoint.PUBLISHED, place, 50, false)).isEqualTo(PublishingChild.STOPPED);
        assertThat(faults(place)).isEmpty();
        try (StoreDatabase store = Stores.open(place)) {
            store.change(dsl -> dsl.execute("DELETE FROM event WHERE event_no = (SELECT MIN(event_no) FROM event)"));
            store.change(dsl -> dsl.execute("DELETE FROM event WHERE event_key IS NOT NULL"));
        }
        assertThat(faults(place))
                .anyMatch(fault -> fault.startsWith("told to be at "))
                .anyMatch(fault -> fault.startsWith("a gap before"))
                .anyMatch(fault -> fault.startsWith("lost value"));
    }

    /** LOG-1: what was written and whose commit failed may be there, on SQLite too. */
    @Test
    void aCommitThatFailsIsUnknown() {
        try (StoreDatabase store = Stores.open(Stores.place(Dialect.SQLITE));
                StoreEventLog log = StoreEventLog.open(store, LogOptions.appendOnly("events", 1), Clock.systemUTC())) {
            Runnable clear = Failpoint.install(place -> {
                if (place == Failpoint.PUBLISH_UNCOMMITTED) {
                    throw new StrandlineException(ErrorCode.STORE, "the disk is full.");
                }
            });
            try {
                assertThatThrownBy(() -> log.publish(0, Bytes.ofText("x")))
                        .isInstanceOfSatisfying(
                                StrandlineException.class,
                                e -> assertThat(e.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN));
            } finally {
                clear.run();
            }
        }
    }
}
