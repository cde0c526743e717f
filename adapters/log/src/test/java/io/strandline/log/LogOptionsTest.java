package io.strandline.log;

import static io.strandline.log.Errors.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a log can be. */
class LogOptionsTest {
    /** LOG-2: a count of 0 or less, or one that no machine bears, fails at construction. */
    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, LogOptions.MOST_PARTITIONS + 1, Integer.MAX_VALUE})
    void aCountThatCannotBeFails(int partitions) {
        assertFails(ErrorCode.CONFIGURATION, () -> LogOptions.appendOnly("events", partitions));
        assertFails(ErrorCode.CONFIGURATION, () -> LogOptions.compacted("events", partitions));
    }

    @Test
    void theLargestCountIsAllowed() {
        assertThat(LogOptions.appendOnly("events", LogOptions.MOST_PARTITIONS).partitions())
                .isEqualTo(LogOptions.MOST_PARTITIONS);
    }

    @Test
    void timesThatCannotBeFail() {
        LogOptions appendOnly = LogOptions.appendOnly("events", 1);
        LogOptions compacted = LogOptions.compacted("events", 1);
        assertFails(ErrorCode.CONFIGURATION, () -> appendOnly.keeping(Duration.ZERO));
        assertFails(ErrorCode.CONFIGURATION, () -> appendOnly.keeping(Duration.ofDays(-1)));
        assertFails(ErrorCode.CONFIGURATION, () -> compacted.keeping(Duration.ofDays(1)));
        assertFails(ErrorCode.CONFIGURATION, () -> compacted.keepingTombstones(Duration.ofMillis(-1)));
        assertFails(ErrorCode.CONFIGURATION, () -> appendOnly.withLargestRecord(0));
        assertThat(compacted.keepingTombstones(Duration.ZERO).tombstonesKept()).isZero();
    }

    @Test
    void aNameIsNeeded() {
        assertFails(ErrorCode.CONFIGURATION, () -> LogOptions.appendOnly("", 1));
    }

    @Test
    void anOffsetBelowZeroFails() {
        assertFails(ErrorCode.BAD_ARGUMENT, () -> new PartitionStart(0, -1));
    }
}
