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
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every transport promises who publishes values of keys. */
interface KeyedContract {
    LogLab lab();

    private static List<LogRecord> all(MetadataEventLog log, int partition) {
        return visited(log, partition, 0, highs(log).get(partition));
    }

    /** LOG-7: keys, values, empty values and tombstones come back as they were; an empty value is no tombstone. */
    @Test
    default void keysAndValuesComeBackAsTheyWere() {
        MetadataEventLog log = lab().compacted(1);
        Bytes longKey = text("k".repeat(1_000_000));
        Bytes binary = Bytes.copyOf(new byte[] {0, (byte) 0xff, (byte) 0xc3, 0x28, 0});
        log.publishKeyed(0, text("a"), text("one"));
        log.publishKeyed(0, text("b"), Bytes.EMPTY);
        log.publishKeyed(0, text("c"), null);
        log.publishKeyed(0, Bytes.EMPTY, text("of no bytes"));
        log.publishKeyed(0, longKey, text("of a million"));
        log.publishKeyed(0, binary, binary);
        List<LogRecord> found = all(log, 0);
        assertThat(found)
                .extracting(LogRecord::key)
                .containsExactly(text("a"), text("b"), text("c"), Bytes.EMPTY, longKey, binary);
        assertThat(found)
                .extracting(LogRecord::value)
                .containsExactly(text("one"), Bytes.EMPTY, null, text("of no bytes"), text("of a million"), binary);
        assertThat(found).extracting(LogRecord::isTombstone).containsExactly(false, false, true, false, false, false);
        try (Subscription subscription = log.subscribe(List.of(startAt(0, 0)))) {
            assertThat(lab().take(subscription, found.size())).isEqualTo(found);
        }
    }

    /** LOG-7: keys belong on a compacted log and only there; nothing is written otherwise. */
    @Test
    default void keysBelongOnACompactedLogOnly() {
        MetadataEventLog compacted = lab().compacted(1);
        MetadataEventLog appendOnly = lab().appendOnly(1);
        assertFails(ErrorCode.REFUSED, () -> compacted.publish(0, text("x")));
        assertFails(ErrorCode.REFUSED, () -> appendOnly.publishKeyed(0, text("k"), text("x")));
        assertFails(ErrorCode.REFUSED, () -> appendOnly.publishKeyed(0, text("k"), null));
        assertFails(
                ErrorCode.REFUSED,
                () -> appendOnly.publishKeyedGroup(List.of(new KeyedEvent(0, text("k"), text("x")))));
        assertThat(highs(compacted)).containsExactly(0L);
        assertThat(highs(appendOnly)).containsExactly(0L);
    }

    /** LOG-8: a group keeps the order of each partition and answers offsets in the order given; none for none. */
    @Test
    default void aGroupKeepsItsOrder() {
        MetadataEventLog log = lab().compacted(3);
        assertThat(log.publishKeyedGroup(List.of())).isEmpty();
        assertThat(highs(log)).containsExactly(0L, 0L, 0L);
        int many = 2_500;
        List<KeyedEvent> group = IntStream.range(0, many)
                .mapToObj(i -> new KeyedEvent(2 - i % 3, text("k" + i), i % 10 == 0 ? null : text("v" + i)))
                .toList();
        List<Long> offsets = log.publishKeyedGroup(group);
        assertThat(offsets).hasSize(many);
        for (int partition = 0; partition < 3; partition++) {
            int own = partition;
            List<Integer> positions = IntStream.range(0, many)
                    .filter(i -> group.get(i).partition() == own)
                    .boxed()
                    .toList();
            List<LogRecord> found = all(log, partition);
            assertThat(found)
                    .extracting(LogRecord::offset)
                    .containsExactlyElementsOf(
                            positions.stream().map(offsets::get).toList());
            assertThat(found)
                    .extracting(LogRecord::key)
                    .containsExactlyElementsOf(
                            positions.stream().map(i -> group.get(i).key()).toList());
            assertThat(found)
                    .extracting(LogRecord::value)
                    .containsExactlyElementsOf(
                            positions.stream().map(i -> group.get(i).value()).toList());
        }
    }

    /** LOG-8: of a group's errors the one of the lowest position is thrown; what was appended is in order. */
    @Test
    default void aGroupFailsWithItsFirstError() {
        MetadataEventLog log = lab().open(LogOptions.compacted("states", 2).withLargestRecord(100));
        KeyedEvent good = new KeyedEvent(1, text("k"), text("v"));
        KeyedEvent tooLarge = new KeyedEvent(0, text("k"), text("x".repeat(200)));
        KeyedEvent nowhere = new KeyedEvent(9, text("k"), text("v"));
        assertFails(ErrorCode.LIMIT_EXCEEDED, () -> log.publishKeyedGroup(List.of(good, tooLarge, nowhere, good)));
        assertFails(ErrorCode.PARTITION_OUT_OF_RANGE, () -> log.publishKeyedGroup(List.of(good, nowhere, tooLarge)));
        assertThat(highs(log).get(0)).isZero();
        assertThat(all(log, 1)).allSatisfy(found -> assertThat(found.value()).isEqualTo(text("v")));
        assertThat(log.publishKeyed(1, text("k"), text("w")))
                .isEqualTo(highs(log).get(1) - 1);
    }

    /** LOG-9: of each key the last value is left, at the offset it had; a tombstone takes the key's values. */
    @Test
    default void compactionKeepsTheLastValueOfEachKey() {
        MetadataEventLog log = lab().compacted(2);
        log.publishKeyed(0, text("a"), text("a1"));
        log.publishKeyed(1, text("a"), text("of the other partition"));
        long b = log.publishKeyed(0, text("b"), text("b1"));
        log.publishKeyed(0, text("c"), text("c1"));
        long a = log.publishKeyed(0, text("a"), text("a2"));
        long c = log.publishKeyed(0, text("c"), null);
        List<LogRecord> before = all(log, 0);
        if (lab().tidyUp(log)) {
            List<LogRecord> kept = all(log, 0);
            assertThat(kept).extracting(LogRecord::offset).containsExactly(b, a, c);
            assertThat(before).containsAll(kept);
            assertThat(kept).extracting(LogLab::valueOf).containsExactly("b1", "a2", "(none)");
            assertThat(all(log, 1)).hasSize(1);
            assertThat(lows(log).get(0)).isEqualTo(b);
            assertThat(highs(log).get(0)).isEqualTo(c + 1);
            lab().tidyUp(log);
            assertThat(all(log, 0)).isEqualTo(kept);
            assertThat(log.publishKeyed(0, text("b"), text("b2"))).isGreaterThan(c);
        }
    }

    /** LOG-9: a tombstone stays for its retention, then goes, and the marks do not move backwards. */
    @Test
    default void aTombstoneGoesAfterItsRetention() {
        MetadataEventLog log = lab().open(LogOptions.compacted("states", 1).keepingTombstones(Duration.ofHours(1)));
        log.publishKeyed(0, text("gone"), text("v"));
        long tombstone = log.publishKeyed(0, text("gone"), null);
        if (lab().tidyUp(log)) {
            assertThat(all(log, 0)).extracting(LogRecord::offset).containsExactly(tombstone);
            lab().clock().advance(Duration.ofHours(2));
            lab().tidyUp(log);
            assertThat(all(log, 0)).isEmpty();
            assertThat(highs(log)).containsExactly(tombstone + 1);
            assertThat(lows(log)).containsExactly(tombstone + 1);
            long next = log.publishKeyed(0, text("gone"), text("back"));
            assertThat(next).isGreaterThan(tombstone);
            assertThat(all(log, 0)).extracting(LogLab::valueOf).containsExactly("back");
        }
    }

    /** LOG-5, LOG-9: who has not read a tombstone before it goes is told; whom compaction only spared reading is not. */
    @Test
    default void whoMissesATombstoneIsTold() {
        MetadataEventLog log = lab().open(LogOptions.compacted("states", 1).keepingTombstones(Duration.ofHours(1)));
        log.publishKeyed(0, text("k"), text("v1"));
        log.publishKeyed(0, text("other"), text("v"));
        try (Subscription told = log.subscribe(List.of(startAt(0, 0)));
                Subscription spared = log.subscribe(List.of(startAt(0, 0)))) {
            lab().take(told, 2);
            lab().take(spared, 2);
            log.publishKeyed(0, text("k"), text("v2"));
            log.publishKeyed(0, text("k"), null);
            if (lab().tidyUp(log)) {
                assertThat(lab().take(spared, 1))
                        .extracting(LogRecord::isTombstone)
                        .containsExactly(true);
                lab().clock().advance(Duration.ofHours(2));
                lab().tidyUp(log);
                assertFails(ErrorCode.LAGGED, () -> told.poll(lab().patience()));
                lab().assertNothingComes(spared);
                try (Subscription late = log.subscribe(List.of(startAt(0, 0)))) {
                    assertThat(lab().take(late, 1)).extracting(LogLab::valueOf).containsExactly("v");
                }
            }
        }
    }

    /** Where a transport says that a key's records are, they are, and nowhere else. */
    @Test
    default void placesOfAKeyAreAllOfThem() {
        MetadataEventLog log = lab().compacted(2);
        Bytes key = text("k");
        log.publishKeyed(0, key, text("1"));
        log.publishKeyed(0, text("K"), text("2"));
        log.publishKeyed(1, key, text("3"));
        log.publishKeyed(0, key, null);
        log.placesOf(key, LogLab::goOn).ifPresent(places -> {
            assertThat(places)
                    .flatExtracting(place -> visited(log, place.partition(), place.offset(), place.offset() + 1))
                    .extracting(LogLab::valueOf)
                    .containsExactly("1", "(none)", "3");
            assertThat(log.placesOf(text("absent"), LogLab::goOn).orElseThrow()).isEmpty();
        });
    }
}
