package io.strandline.log;

import static io.strandline.log.Errors.assertFails;
import static io.strandline.log.LogLab.startAt;
import static io.strandline.log.LogLab.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strandline.common.ErrorCode;
import io.strandline.log.memory.MemoryEventLog;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The log in memory keeps the contract (LOG-1 to LOG-10), and holds no more than it may. */
class MemoryEventLogTest extends EventLogContract {
    MemoryEventLogTest() {
        super(new MemoryLab());
    }

    /** LOG-5: an append-only log lets go of the oldest records, and says so to who has not read them. */
    @Test
    void anAppendOnlyLogLetsGoOfTheOldest() {
        try (MemoryEventLog log = new MemoryEventLog(LogOptions.appendOnly("events", 2), lab().clock(), 2_280);
                Subscription slow = log.subscribe(List.of(startAt(0, 0), startAt(1, 0)))) {
            for (int i = 0; i < 30; i++) {
                log.publish(i % 2, text("x".repeat(100)));
                lab().clock().advance(Duration.ofMillis(1));
            }
            assertThat(LogLab.highs(log)).containsExactly(15L, 15L);
            assertThat(LogLab.lows(log)).containsExactly(10L, 10L);
            assertFails(ErrorCode.LAGGED, () -> slow.poll(Duration.ZERO));
        }
    }

    /** LOG-5: what holds a record counts too, so that also empty ones are bounded; a full log goes on as fast as before. */
    @Test
    void aFullLogOfEmptyEventsGoesOn() {
        try (MemoryEventLog log = new MemoryEventLog(LogOptions.appendOnly("events", 1), lab().clock())) {
            long most = MemoryEventLog.DEFAULT_BYTES / 100;
            assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
                for (long i = 0; i < most; i++) {
                    log.publish(0, Bytes.EMPTY);
                }
            });
            long low = LogLab.lows(log).get(0);
            assertThat(most - low).isBetween(MemoryEventLog.DEFAULT_BYTES / 200, MemoryEventLog.DEFAULT_BYTES / 128);
            assertThat(LogLab.visited(log, 0, low, low + 1))
                    .extracting(LogRecord::offset)
                    .containsExactly(low);
        }
    }

    /** A compacted log makes room by compaction, and refuses when that makes none. */
    @Test
    void aCompactedLogThatIsFullRefuses() {
        try (MemoryEventLog log = new MemoryEventLog(LogOptions.compacted("states", 1), lab().clock(), 2_280)) {
            for (int i = 0; i < 30; i++) {
                log.publishKeyed(0, text("k"), text("x".repeat(100)));
            }
            for (int i = 0; i < 8; i++) {
                log.publishKeyed(0, text("k" + i), text("x".repeat(100)));
            }
            List<Long> before = LogLab.highs(log);
            assertFails(ErrorCode.LIMIT_EXCEEDED, () -> log.publishKeyed(0, text("k8"), text("x".repeat(100))));
            assertThat(LogLab.highs(log)).isEqualTo(before);
            log.publishKeyed(0, text("k1"), null);
            log.publishKeyed(0, text("k8"), text("x".repeat(90)));
        }
    }
}
