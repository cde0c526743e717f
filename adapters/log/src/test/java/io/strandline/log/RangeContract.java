package io.strandline.log;

import static io.strandline.log.Errors.assertFails;
import static io.strandline.log.LogLab.highs;
import static io.strandline.log.LogLab.text;
import static io.strandline.log.LogLab.visited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What every transport with range reads promises (LOG-10). */
interface RangeContract {
    LogLab lab();

    private static List<Long> publishMany(MetadataEventLog log, int many) {
        return IntStream.range(0, many)
                .mapToObj(i -> log.publish(0, text("e" + i)))
                .toList();
    }

    /** LOG-10: what lies in the range is shown, once and in order: start included, end not. */
    @Test
    default void aRangeIsShownInOrder() {
        MetadataEventLog log = lab().appendOnly(2);
        List<Long> offsets = publishMany(log, 20);
        log.publish(1, text("other"));
        assertThat(visited(log, 0, offsets.get(3), offsets.get(9)))
                .extracting(LogRecord::offset)
                .isEqualTo(offsets.subList(3, 9));
        assertThat(visited(log, 0, 0, highs(log).get(0)))
                .extracting(LogLab::valueOf)
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).mapToObj(i -> "e" + i).toList());
        assertThat(visited(log, 0, offsets.get(7), offsets.get(7) + 1))
                .extracting(LogLab::valueOf)
                .containsExactly("e7");
    }

    /** LOG-10: a range of many pages, by number and by bytes, is shown whole. */
    @Test
    default void aRangeOfManyPagesIsShownWhole() {
        MetadataEventLog log = lab().compacted(1);
        int many = 2 * Page.MOST_RECORDS + 7;
        List<KeyedEvent> group = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            group.add(new KeyedEvent(0, text("k" + i), text("v".repeat(i % 200 == 0 ? 300_000 : 10))));
        }
        List<Long> offsets = log.publishKeyedGroup(group);
        List<LogRecord> shown = visited(log, 0, 0, highs(log).get(0));
        assertThat(shown).extracting(LogRecord::offset).isEqualTo(offsets);
        assertThat(shown)
                .extracting(LogRecord::key)
                .isEqualTo(group.stream().map(KeyedEvent::key).toList());
    }

    /** LOG-10: an end beyond what exists shows that, then says that it stopped short. */
    @Test
    default void anEndBeyondWhatExistsStopsShort() {
        MetadataEventLog log = lab().appendOnly(1);
        List<Long> offsets = publishMany(log, 3);
        long high = highs(log).get(0);
        List<Long> shown = new ArrayList<>();
        assertFails(
                ErrorCode.STOPPED_SHORT,
                () -> log.visitRange(0, 0, high + 1, found -> shown.add(found.offset()), LogLab::goOn));
        assertThat(shown).isEqualTo(offsets);
        assertFails(ErrorCode.STOPPED_SHORT, () -> visited(log, 0, high, high + 1));
        assertFails(ErrorCode.STOPPED_SHORT, () -> visited(log, 0, high + 5, Long.MAX_VALUE));
    }

    /** LOG-10: an empty range shows nothing, wherever it is, but its partition is checked. */
    @Test
    default void anEmptyRangeShowsNothing() {
        MetadataEventLog log = lab().appendOnly(1);
        publishMany(log, 2);
        assertThat(visited(log, 0, 1, 1)).isEmpty();
        assertThat(visited(log, 0, 2, 0)).isEmpty();
        assertThat(visited(log, 0, 99, 99)).isEmpty();
        assertFails(ErrorCode.PARTITION_OUT_OF_RANGE, () -> visited(log, 1, 1, 1));
        assertFails(ErrorCode.PARTITION_OUT_OF_RANGE, () -> visited(log, -1, 2, 0));
        assertFails(ErrorCode.BAD_ARGUMENT, () -> visited(log, 0, -1, 1));
    }

    /** LOG-10: what the visitor throws ends the visit before the next record, and so does its word. */
    @Test
    default void theVisitorEndsTheVisit() {
        MetadataEventLog log = lab().appendOnly(1);
        publishMany(log, 5);
        List<String> shown = new ArrayList<>();
        IllegalStateException own = new IllegalStateException("enough");
        assertThatThrownBy(() -> log.visitRange(
                        0,
                        0,
                        5,
                        found -> {
                            shown.add(LogLab.valueOf(found));
                            if (shown.size() == 2) {
                                throw own;
                            }
                            return true;
                        },
                        LogLab::goOn))
                .isSameAs(own);
        assertThat(shown).containsExactly("e0", "e1");
        shown.clear();
        log.visitRange(
                0, 0, Long.MAX_VALUE, found -> shown.add(LogLab.valueOf(found)) && shown.size() < 3, LogLab::goOn);
        assertThat(shown).containsExactly("e0", "e1", "e2");
    }

    /** LOG-10: gaps of compaction stall nothing, at the begin, in between, and right before the end. */
    @Test
    default void gapsStallNothing() {
        MetadataEventLog log = lab().compacted(1);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 40; i++) {
                log.publishKeyed(0, text("k" + i), text("v" + round));
            }
        }
        long end = log.publishKeyed(0, text("k39"), text("last"));
        if (lab().tidyUp(log)) {
            assertThat(visited(log, 0, 0, end + 1)).hasSize(40);
            assertThat(visited(log, 0, 0, end)).hasSize(39);
            assertThat(visited(log, 0, 0, 70)).isEmpty();
            assertThat(visited(log, 0, end - 1, end)).isEmpty();
            log.publishKeyedGroup(LongStream.range(0, 40)
                    .mapToObj(i -> new KeyedEvent(0, text("k" + i), null))
                    .toList());
            lab().clock().advance(LogOptions.TOMBSTONES_KEPT.multipliedBy(2));
            lab().tidyUp(log);
            long high = highs(log).get(0);
            assertThat(visited(log, 0, 0, high)).isEmpty();
            assertFails(ErrorCode.STOPPED_SHORT, () -> visited(log, 0, 0, high + 1));
        }
    }

    /** LOG-10, LOG-11: the checkpoint is asked before a page is read, and what it throws ends the read. */
    @Test
    default void theCheckpointEndsTheRead() {
        MetadataEventLog log = lab().appendOnly(1);
        publishMany(log, 3);
        StrandlineException cancelled = new StrandlineException(ErrorCode.CANCELLED, "cancelled");
        Runnable checkpoint = () -> {
            throw cancelled;
        };
        List<LogRecord> shown = new ArrayList<>();
        assertThatThrownBy(() -> log.visitRange(0, 0, 3, shown::add, checkpoint))
                .isSameAs(cancelled);
        assertThatThrownBy(() -> log.highWaterMarks(checkpoint)).isSameAs(cancelled);
        assertThat(shown).isEmpty();
    }
}
