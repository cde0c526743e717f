package io.strandline.log;

import static io.strandline.log.Errors.assertFails;
import static io.strandline.log.LogLab.highs;
import static io.strandline.log.LogLab.lows;
import static io.strandline.log.LogLab.startAt;
import static io.strandline.log.LogLab.text;
import static io.strandline.log.LogLab.visited;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every transport promises who publishes events without keys. */
interface PublishContract {
    LogLab lab();

    /** LOG-1: offsets rise from 0 in each partition, and what publish returned is what is read there. */
    @Test
    default void offsetsRise() {
        MetadataEventLog log = lab().appendOnly(2);
        List<Long> first = IntStream.range(0, 5)
                .mapToObj(i -> log.publish(0, text("a" + i)))
                .toList();
        long other = log.publish(1, text("b"));
        assertThat(first).isSorted().doesNotHaveDuplicates();
        assertThat(other).isZero();
        if (lab().isGapless()) {
            assertThat(first).containsExactly(0L, 1L, 2L, 3L, 4L);
        }
        for (int i = 0; i < 5; i++) {
            assertThat(visited(log, 0, first.get(i), first.get(i) + 1))
                    .extracting(LogRecord::offset, LogLab::valueOf)
                    .containsExactly(org.assertj.core.groups.Tuple.tuple(first.get(i), "a" + i));
        }
    }

    /** LOG-1: also under many publishers at once nobody's offset is another's, and none is left out. */
    @Test
    default void concurrentPublishersGetOffsetsOfTheirOwn() throws Exception {
        MetadataEventLog log = lab().appendOnly(3);
        int publishers = 8;
        int each = 25;
        ExecutorService threads = Executors.newFixedThreadPool(publishers);
        try {
            List<Future<List<Long>>> told = new ArrayList<>();
            for (int p = 0; p < publishers; p++) {
                int partition = p % 3;
                String name = "p" + p;
                told.add(threads.submit(() -> IntStream.range(0, each)
                        .mapToObj(i -> log.publish(partition, text(name + "-" + i)))
                        .toList()));
            }
            List<List<Long>> offsets = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int p = 0; p < publishers; p++) {
                List<Long> own = told.get(p).get();
                assertThat(own).isSorted();
                offsets.get(p % 3).addAll(own);
                for (int i = 0; i < each; i++) {
                    assertThat(visited(log, p % 3, own.get(i), own.get(i) + 1))
                            .extracting(LogLab::valueOf)
                            .containsExactly("p" + p + "-" + i);
                }
            }
            for (List<Long> ofPartition : offsets) {
                assertThat(ofPartition).doesNotHaveDuplicates();
                if (lab().isGapless()) {
                    assertThat(ofPartition)
                            .containsExactlyInAnyOrderElementsOf(LongStream.range(0, ofPartition.size())
                                    .boxed()
                                    .toList());
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** LOG-2: a partition that is not there is an error wherever one is named, and nothing is written. */
    @Test
    default void aPartitionOutOfRangeIsAnError() {
        MetadataEventLog log = lab().appendOnly(2);
        for (int partition : new int[] {-1, 2, Integer.MAX_VALUE}) {
            assertFails(ErrorCode.PARTITION_OUT_OF_RANGE, () -> log.publish(partition, text("x")));
            assertFails(ErrorCode.PARTITION_OUT_OF_RANGE, () -> log.subscribe(List.of(startAt(partition, 0))));
            assertFails(ErrorCode.PARTITION_OUT_OF_RANGE, () -> visited(log, partition, 0, 0));
            try (Subscription subscription = log.subscribe(List.of())) {
                assertFails(ErrorCode.PARTITION_OUT_OF_RANGE, () -> subscription.add(startAt(partition, 0)));
            }
        }
        assertThat(highs(log)).containsExactly(0L, 0L);
    }

    /** LOG-2, LOG-5: a closed log publishes nothing, and ends who reads. */
    @Test
    default void aClosedLogIsAnError() throws Exception {
        MetadataEventLog log = lab().appendOnly(1);
        log.publish(0, text("before"));
        Subscription subscription = log.subscribe(List.of(startAt(0, 1)));
        CompletableFuture<List<LogRecord>> waiting =
                CompletableFuture.supplyAsync(() -> subscription.poll(lab().patience()));
        log.close();
        log.close();
        assertFails(ErrorCode.LOG_CLOSED, () -> {
            try {
                waiting.get();
            } catch (java.util.concurrent.ExecutionException e) {
                throw e.getCause();
            }
        });
        assertFails(ErrorCode.LOG_CLOSED, () -> log.publish(0, text("after")));
        assertFails(ErrorCode.LOG_CLOSED, () -> log.subscribe(List.of(startAt(0, 0))));
        assertFails(ErrorCode.LOG_CLOSED, () -> subscription.poll(Duration.ZERO));
        assertFails(ErrorCode.LOG_CLOSED, () -> highs(log));
        assertFails(ErrorCode.LOG_CLOSED, () -> visited(log, 0, 0, 1));
    }

    /** LOG-6: the marks of a log that nobody has written to are 0, and they follow what is written. */
    @Test
    default void marksFollowWhatIsWritten() {
        MetadataEventLog log = lab().appendOnly(3);
        assertThat(highs(log)).containsExactly(0L, 0L, 0L);
        assertThat(lows(log)).containsExactly(0L, 0L, 0L);
        long last = log.publish(1, text("a"));
        assertThat(highs(log)).containsExactly(0L, last + 1, 0L);
        last = log.publish(1, text("b"));
        assertThat(highs(log)).containsExactly(0L, last + 1, 0L);
        assertThat(lows(log)).containsExactly(0L, 0L, 0L);
    }

    /** LOG-6, LOG-10: what is too old is let go of; the marks rise and offsets stay what they were. */
    @Test
    default void retentionRaisesTheLowMark() {
        MetadataEventLog log = lab().open(LogOptions.appendOnly("events", 1).keeping(Duration.ofHours(1)));
        log.publish(0, text("old"));
        lab().clock().advance(Duration.ofHours(2));
        long kept = log.publish(0, text("new"));
        if (lab().tidyUp(log)) {
            assertThat(lows(log)).containsExactly(kept);
            assertThat(highs(log)).containsExactly(kept + 1);
            assertThat(visited(log, 0, 0, kept + 1))
                    .extracting(LogRecord::offset)
                    .containsExactly(kept);
            lab().clock().advance(Duration.ofHours(2));
            lab().tidyUp(log);
            assertThat(lows(log)).containsExactly(kept + 1);
            assertThat(log.publish(0, text("next"))).isGreaterThan(kept);
        }
    }

    /** A record that is larger than the log takes is refused with the limit, and nothing is written. */
    @Test
    default void aRecordThatIsTooLargeIsAnError() {
        MetadataEventLog log = lab().open(LogOptions.appendOnly("events", 1).withLargestRecord(1_000));
        log.publish(0, text("x".repeat(1_000)));
        List<Long> before = highs(log);
        assertFails(ErrorCode.LIMIT_EXCEEDED, () -> log.publish(0, text("x".repeat(1_001))));
        assertThat(highs(log)).isEqualTo(before);
    }

    /** Times never fall within a partition, even if the clock does. */
    @Test
    default void timesNeverFall() {
        MetadataEventLog log = lab().appendOnly(1);
        log.publish(0, text("a"));
        lab().clock().advance(Duration.ofHours(-3));
        long last = log.publish(0, text("b"));
        List<Instant> times =
                visited(log, 0, 0, last + 1).stream().map(LogRecord::time).toList();
        assertThat(times).hasSize(2).isSorted();
        assertThat(log.firstOffsetAt(0, times.get(1).plusMillis(1), LogLab::goOn))
                .isLessThanOrEqualTo(last + 1);
    }

    /** Records from a time on are at the offset the log names, or behind it. */
    @Test
    default void noRecordOfATimeIsBelowItsOffset() {
        MetadataEventLog log = lab().appendOnly(1);
        for (int i = 0; i < 6; i++) {
            log.publish(0, text("e" + i));
            lab().clock().advance(Duration.ofSeconds(i % 2));
        }
        List<LogRecord> all = visited(log, 0, 0, highs(log).get(0));
        for (LogRecord found : all) {
            long first = log.firstOffsetAt(0, found.time(), LogLab::goOn);
            assertThat(all)
                    .filteredOn(each -> each.offset() < first)
                    .allSatisfy(each -> assertThat(each.time()).isBefore(found.time()));
            long end = log.endOffsetBefore(0, found.time(), LogLab::goOn);
            assertThat(all)
                    .filteredOn(each -> each.offset() >= end)
                    .allSatisfy(each -> assertThat(each.time()).isAfterOrEqualTo(found.time()));
        }
    }
}
