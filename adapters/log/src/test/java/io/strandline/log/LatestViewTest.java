package io.strandline.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.log.memory.MemoryEventLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** LOG-13: a view answers when it has read what was written, or says that it has not. */
class LatestViewTest {
    private final SetClock clock = new SetClock();
    private final MemoryEventLog log = new MemoryEventLog(LogOptions.compacted("states", 1), clock);

    private void publish(String key, String value) {
        log.publishKeyed(0, Bytes.ofText(key), Bytes.ofText(value));
    }

    private static void assertFails(ErrorCode code, LatestView view) {
        assertThatThrownBy(() -> view.all(() -> {}))
                .isInstanceOfSatisfying(
                        StrandlineException.class,
                        failure -> assertThat(failure.code()).isEqualTo(code));
    }

    /** Notes what is read, and stops once in the middle of it. */
    private static final class Noted extends ForwardingLog {
        private final List<Long> starts = new ArrayList<>();
        private boolean fails;

        Noted(MetadataEventLog real) {
            super(real);
        }

        @Override
        public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
            starts.add(start);
            super.visitRange(
                    partition,
                    start,
                    end,
                    found -> {
                        if (fails && found.offset() == 2) {
                            throw new StrandlineException(ErrorCode.CANCELLED, "stopped in the middle");
                        }
                        return visitor.visit(found);
                    },
                    checkpoint);
        }
    }

    @Test
    void whatHasNotBeenReadInTimeIsNotReadyAndNeverEmpty() {
        publish("k", "v");
        LatestView slow = new LatestView(log, ViewOptions.DEFAULTS.waitedFor(Duration.ZERO), clock);
        assertFails(ErrorCode.NOT_READY, slow);
        assertFails(ErrorCode.NOT_READY, slow);
    }

    @Test
    void aStatementGoesOnWhereTheLastOneStopped() {
        for (int i = 0; i < 5; i++) {
            publish("k" + i, "v");
        }
        Noted noted = new Noted(log);
        LatestView view = new LatestView(noted, ViewOptions.DEFAULTS, clock);
        noted.fails = true;
        assertFails(ErrorCode.CANCELLED, view);
        noted.fails = false;
        assertThat(view.all(() -> {})).hasSize(5);
        assertThat(view.all(() -> {})).hasSize(5);
        assertThat(noted.starts).containsExactly(0L, 2L);
    }

    @Test
    void valuesThatAreTooManyAreRefusedAndTakeNoMemory() {
        publish("a", "v".repeat(500));
        LatestView view = new LatestView(log, ViewOptions.DEFAULTS.atMost(800), clock);
        assertThat(view.all(() -> {})).hasSize(1);
        publish("b", "v".repeat(500));
        assertFails(ErrorCode.LIMIT_EXCEEDED, view);
        assertThat(view.states()).allMatch(state -> state.next() == 0);
        assertThatThrownBy(() -> view.all(() -> {})).hasMessageContaining("log.states.largest_view");
        publish("a", "");
        log.tidyUp();
        assertThat(view.all(() -> {})).hasSize(2);
    }

    /** Who waits for another statement's reading can be cancelled. */
    @Test
    void whoWaitsForAnotherCanBeCancelled() throws Exception {
        publish("k", "v");
        CountDownLatch reads = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        LatestView view = new LatestView(log, ViewOptions.DEFAULTS, clock);
        CompletableFuture<List<LogRecord>> first = CompletableFuture.supplyAsync(() -> view.all(() -> {
            reads.countDown();
            try {
                assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        assertThat(reads.await(30, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> view.all(() -> {
                    throw new StrandlineException(ErrorCode.CANCELLED, "cancelled");
                }))
                .hasMessage("cancelled");
        goOn.countDown();
        assertThat(first.get(30, TimeUnit.SECONDS)).hasSize(1);
    }

    /** A transport that does not say what went, and keeps tombstones for less time than reading takes: no answer is right. */
    @Test
    void whatMayHaveBeenMissedIsNotReady() {
        LogOptions brief = LogOptions.compacted("states", 1).keepingTombstones(Duration.ZERO);
        MemoryEventLog own = new MemoryEventLog(brief, clock);
        MetadataEventLog silent = new ForwardingLog(own) {
            @Override
            public LogOptions options() {
                return brief.keepingTombstones(Duration.ofNanos(1));
            }

            @Override
            public Optional<List<Long>> lostBefore(Runnable checkpoint) {
                return Optional.empty();
            }
        };
        LatestView view = new LatestView(silent, ViewOptions.DEFAULTS.waitedFor(Duration.ofMillis(200)), clock);
        own.publishKeyed(0, Bytes.ofText("gone"), Bytes.ofText("v"));
        assertThat(view.all(() -> {})).hasSize(1);
        own.publishKeyed(0, Bytes.ofText("gone"), null);
        own.tidyUp();
        clock.advance(Duration.ofHours(1));
        own.tidyUp();
        own.publishKeyed(0, Bytes.ofText("k"), Bytes.ofText("v"));
        assertFails(ErrorCode.NOT_READY, view);
        assertThat(new LatestView(own, ViewOptions.DEFAULTS, clock).all(() -> {}))
                .hasSize(1);
    }
}
