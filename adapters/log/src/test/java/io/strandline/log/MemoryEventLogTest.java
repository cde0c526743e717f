package io.strandline.log;

import static io.strandline.log.Errors.assertFails;
import static io.strandline.log.LogLab.startAt;
import static io.strandline.log.LogLab.text;
import static org.assertj.core.api.Assertions.assertThat;

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
        try (MemoryEventLog log = new MemoryEventLog(LogOptions.appendOnly("events", 2), lab().clock(), 1_000);
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

    /** A compacted log makes room by compaction, and refuses when that makes none. */
    @Test
    void aCompactedLogThatIsFullRefuses() {
        try (MemoryEventLog log = new MemoryEventLog(LogOptions.compacted("states", 1), lab().clock(), 1_000)) {
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
