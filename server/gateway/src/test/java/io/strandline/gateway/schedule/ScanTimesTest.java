package io.strandline.gateway.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a connection is due: whatever happened meanwhile, once. */
class ScanTimesTest {
    private static final Instant NOW = Instant.parse("2024-03-31T01:30:00Z");
    private static final Duration EVERY = Duration.ofMinutes(15);

    private final ScanTimes times = times(Duration.ZERO);

    private static ScanTimes times(Duration jitter) {
        return new ScanTimes(new ScanSetting("lake", EVERY, jitter), new Random(7), NOW);
    }

    @Test
    void itIsDueAtFirstAndThenAnIntervalAfterTheLastScanBegan() {
        assertThat(times.isDue(NOW)).isTrue();
        times.scanned(NOW, NOW.plusSeconds(40));
        assertThat(times.isDue(NOW.plus(EVERY).minusMillis(1))).isFalse();
        assertThat(times.isDue(NOW.plus(EVERY))).isTrue();
    }

    /** A restart does not scan at once if a scan is recent, and does if one was missed. */
    @ParameterizedTest
    @CsvSource({"PT1M, false", "PT14M59S, false", "PT15M, true", "PT240H, true"})
    void afterARestartTheLastScanDecides(Duration ago, boolean due) {
        times.scanned(NOW.minus(ago), NOW);
        assertThat(times.isDue(NOW)).isEqualTo(due);
    }

    /** A gateway that was down, or a clock set ahead, gives one scan and no burst. */
    @ParameterizedTest
    @ValueSource(strings = {"PT16M", "PT240H", "P400D"})
    void aMissedTimeIsOneScan(Duration later) {
        times.scanned(NOW, NOW);
        Instant back = NOW.plus(later);
        assertThat(times.isDue(back)).isTrue();
        times.scanned(back, back);
        assertThat(times.isDue(back.plusSeconds(1))).isFalse();
        assertThat(times.next()).isEqualTo(back.plus(EVERY));
    }

    /** A clock set back by a year does not stop scans for a year. */
    @Test
    void aClockSetBackDelaysByOneIntervalAtMost() {
        times.scanned(NOW, NOW);
        Instant before = NOW.minus(Duration.ofDays(365));
        assertThat(times.isDue(before)).isFalse();
        assertThat(times.isDue(before.plus(EVERY).minusMillis(1))).isFalse();
        assertThat(times.isDue(before.plus(EVERY))).isTrue();
        times.scanned(NOW, before);
        assertThat(times.next()).as("a scan in the future counts as now").isEqualTo(before.plus(EVERY));
    }

    @Test
    void jitterIsDrawnAnewAndWithinItsBound() {
        Duration jitter = Duration.ofMinutes(1);
        ScanTimes jittered = times(jitter);
        Instant first = null;
        boolean differs = false;
        for (int i = 0; i < 50; i++) {
            jittered.scanned(NOW, NOW);
            assertThat(jittered.next())
                    .isBetween(NOW.plus(EVERY), NOW.plus(EVERY).plus(jitter));
            differs |= first != null && !jittered.next().equals(first);
            first = jittered.next();
        }
        assertThat(differs).isTrue();
    }

    /** Each failure doubles the wait up to an hour; one that ends well begins anew. */
    @Test
    void failuresBackOff() {
        for (long minutes : new long[] {15, 30, 60, 60}) {
            times.failed(NOW, NOW);
            assertThat(times.next()).isEqualTo(NOW.plus(Duration.ofMinutes(minutes)));
        }
        assertThat(times.failures()).isEqualTo(4);
        times.scanned(NOW, NOW);
        assertThat(times.failures()).isZero();
        assertThat(times.next()).isEqualTo(NOW.plus(EVERY));
    }

    @Test
    void anIntervalLongerThanAnHourIsNotShortenedByFailures() {
        ScanTimes daily = new ScanTimes(new ScanSetting("lake", Duration.ofDays(1), Duration.ZERO), new Random(7), NOW);
        for (int i = 0; i < 100; i++) {
            daily.failed(NOW, NOW);
        }
        assertThat(daily.next()).isEqualTo(NOW.plus(Duration.ofDays(1)));
    }

    @Test
    void shorterThanTheFloorOrJitterBeyondTheIntervalIsNoSetting() {
        assertThatThrownBy(() -> new ScanSetting("lake", Duration.ofSeconds(9), Duration.ZERO))
                .hasMessageContaining("every");
        assertThatThrownBy(() -> new ScanSetting("lake", EVERY, EVERY.plusMillis(1)))
                .hasMessageContaining("jitter");
    }
}
