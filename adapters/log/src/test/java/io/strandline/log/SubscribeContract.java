package io.strandline.log;

import static io.strandline.log.Errors.assertFails;
import static io.strandline.log.LogLab.startAt;
import static io.strandline.log.LogLab.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.strandline.common.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every transport promises who follows a log. */
interface SubscribeContract {
    LogLab lab();

    private static List<String> values(List<LogRecord> records) {
        return records.stream().map(LogLab::valueOf).toList();
    }

    /** LOG-3: the past from the start on, then what is written, each once and in order; other partitions not at all. */
    @Test
    default void thePastIsReplayedThenTheNewIsForwarded() {
        MetadataEventLog log = lab().appendOnly(3);
        for (int i = 0; i < 4; i++) {
            log.publish(0, text("a" + i));
            log.publish(1, text("b" + i));
            log.publish(2, text("c" + i));
        }
        long third = LogLab.visited(log, 1, 0, LogLab.highs(log).get(1)).get(2).offset();
        try (Subscription subscription = log.subscribe(List.of(startAt(1, third), startAt(0, 0)))) {
            List<LogRecord> past = lab().take(subscription, 6);
            assertThat(past)
                    .filteredOn(r -> r.partition() == 0)
                    .extracting(LogLab::valueOf)
                    .containsExactly("a0", "a1", "a2", "a3");
            assertThat(past)
                    .filteredOn(r -> r.partition() == 1)
                    .extracting(LogLab::valueOf)
                    .containsExactly("b2", "b3");
            long offset = log.publish(1, text("b4"));
            log.publish(2, text("c4"));
            List<LogRecord> next = lab().take(subscription, 1);
            assertThat(values(next)).containsExactly("b4");
            assertThat(next.get(0).offset()).isEqualTo(offset);
            lab().assertNothingComes(subscription);
        }
    }

    /** LOG-3: nothing is lost or doubled between the past and the new, whenever a subscription begins. */
    @Test
    default void nothingIsLostOrDoubledDuringTheHandOver() throws Exception {
        MetadataEventLog log = lab().appendOnly(1);
        int many = 300;
        CompletableFuture<Void> publisher =
                CompletableFuture.runAsync(() -> IntStream.range(0, many).forEach(i -> log.publish(0, text("e" + i))));
        List<String> all = IntStream.range(0, many).mapToObj(i -> "e" + i).toList();
        for (int i = 0; i < 4; i++) {
            try (Subscription subscription = log.subscribe(List.of(startAt(0, 0)))) {
                assertThat(values(lab().take(subscription, many))).isEqualTo(all);
                lab().assertNothingComes(subscription);
            }
        }
        publisher.get();
    }

    /** LOG-3: a subscription to nothing waits; naming a partition twice is an error. */
    @Test
    default void anEmptyAssignmentStaysOpen() {
        MetadataEventLog log = lab().appendOnly(2);
        log.publish(0, text("a"));
        try (Subscription subscription = log.subscribe(List.of())) {
            lab().assertNothingComes(subscription);
            assertThat(subscription.assigned()).isEmpty();
            subscription.add(startAt(0, 0));
            assertThat(values(lab().take(subscription, 1))).containsExactly("a");
        }
        assertFails(ErrorCode.BAD_ARGUMENT, () -> log.subscribe(List.of(startAt(1, 0), startAt(0, 0), startAt(1, 5))));
    }

    /** LOG-4: an added partition comes from its start on; adding it again changes nothing. */
    @Test
    default void anAddedPartitionComesFromItsStart() {
        MetadataEventLog log = lab().appendOnly(2);
        List<Long> offsets =
                List.of(log.publish(1, text("b0")), log.publish(1, text("b1")), log.publish(1, text("b2")));
        try (Subscription subscription = log.subscribe(List.of(startAt(0, 0)))) {
            lab().assertNothingComes(subscription);
            subscription.add(startAt(1, offsets.get(1)));
            log.publish(1, text("b3"));
            assertThat(values(lab().take(subscription, 3))).containsExactly("b1", "b2", "b3");
            subscription.add(startAt(1, 0));
            lab().assertNothingComes(subscription);
            assertThat(subscription.assigned()).containsExactly(0, 1);
        }
    }

    /** LOG-4: of a removed partition nothing more comes; added later, it comes from that start again. */
    @Test
    default void aRemovedPartitionIsSilent() {
        MetadataEventLog log = lab().appendOnly(3);
        log.publish(2, text("c0"));
        log.publish(0, text("a0"));
        try (Subscription subscription = log.subscribe(List.of(startAt(2, 0), startAt(0, 0)))) {
            lab().take(subscription, 2);
            subscription.remove(2);
            subscription.remove(1);
            assertThat(subscription.assigned()).containsExactly(0);
            log.publish(2, text("c1"));
            log.publish(0, text("a1"));
            assertThat(values(lab().take(subscription, 1))).containsExactly("a1");
            lab().assertNothingComes(subscription);
            subscription.add(startAt(2, 0));
            assertThat(values(lab().take(subscription, 2))).containsExactly("c0", "c1");
            assertThat(subscription.assigned()).containsExactly(0, 2);
        }
    }

    /** LOG-5: who never reads holds nobody up, loses nothing, and others see the same history. */
    @Test
    default void aSubscriberThatDoesNotReadHoldsNobodyUp() {
        MetadataEventLog log = lab().appendOnly(1);
        String padding = "x".repeat(20_000);
        try (Subscription slow = log.subscribe(List.of(startAt(0, 0)));
                Subscription quick = log.subscribe(List.of(startAt(0, 0)))) {
            for (int i = 0; i < 200; i++) {
                log.publish(0, text(i + padding));
            }
            List<LogRecord> seen = lab().take(quick, 200);
            assertThat(seen).extracting(LogRecord::offset).isSorted().doesNotHaveDuplicates();
            assertThat(lab().take(slow, 200)).isEqualTo(seen);
        }
    }

    /** LOG-5: whom retention overtakes is told so, again and again, and gets nothing behind the gap. */
    @Test
    default void whomRetentionOvertakesIsTold() {
        MetadataEventLog log = lab().open(LogOptions.appendOnly("events", 1).keeping(Duration.ofHours(1)));
        log.publish(0, text("read"));
        try (Subscription subscription = log.subscribe(List.of(startAt(0, 0)))) {
            lab().take(subscription, 1);
            log.publish(0, text("missed"));
            lab().clock().advance(Duration.ofHours(2));
            log.publish(0, text("later"));
            if (lab().tidyUp(log)) {
                assertFails(ErrorCode.LAGGED, () -> subscription.poll(lab().patience()));
                assertFails(ErrorCode.LAGGED, () -> subscription.poll(Duration.ZERO));
            }
        }
    }

    /** LOG-5, LOG-6: who has read what retention takes is not disturbed, and who comes later begins behind it. */
    @Test
    default void retentionDisturbsNobodyWhoHasRead() {
        MetadataEventLog log = lab().open(LogOptions.appendOnly("events", 1).keeping(Duration.ofHours(1)));
        log.publish(0, text("old"));
        try (Subscription reader = log.subscribe(List.of(startAt(0, 0)))) {
            lab().take(reader, 1);
            lab().clock().advance(Duration.ofHours(2));
            if (lab().tidyUp(log)) {
                log.publish(0, text("new"));
                assertThat(values(lab().take(reader, 1))).containsExactly("new");
                try (Subscription late = log.subscribe(List.of(startAt(0, 0)))) {
                    assertThat(values(lab().take(late, 1))).containsExactly("new");
                }
            }
        }
    }

    /** LOG-6: a start beyond the high-water mark waits for that offset. */
    @Test
    default void aStartBeyondTheEndWaits() {
        MetadataEventLog log = lab().appendOnly(1);
        log.publish(0, text("e0"));
        long second = log.publish(0, text("e1"));
        try (Subscription subscription = log.subscribe(List.of(startAt(0, second + 2)))) {
            lab().assertNothingComes(subscription);
            log.publish(0, text("e2"));
            for (int i = 3; i < 6; i++) {
                log.publish(0, text("e" + i));
            }
            List<LogRecord> came =
                    lab().isGapless() ? lab().take(subscription, 3) : subscription.poll(lab().patience());
            assertThat(came.get(0).offset()).isGreaterThanOrEqualTo(second + 2);
            if (lab().isGapless()) {
                assertThat(values(came)).containsExactly("e3", "e4", "e5");
            }
        }
    }

    /** LOG-5: a poll waits until there is something, and no longer. */
    @Test
    default void aPollIsWokenByWhatIsWritten() {
        MetadataEventLog log = lab().appendOnly(1);
        try (Subscription subscription = log.subscribe(List.of(startAt(0, 0)))) {
            CompletableFuture<List<LogRecord>> waiting = CompletableFuture.supplyAsync(
                    () -> subscription.poll(lab().patience().multipliedBy(2)));
            log.publish(0, text("e"));
            assertThat(waiting).succeedsWithin(lab().patience());
            assertThat(values(waiting.join())).containsExactly("e");
        }
    }

    /** GW-8: who finds nothing and holds no thread is told when there may be more, and not all the time. */
    @Test
    default void whoFindsNothingIsToldOfMore() {
        MetadataEventLog log = lab().appendOnly(1);
        try (Subscription subscription = log.subscribe(List.of(startAt(0, 0)))) {
            for (int i = 0; i < 3; i++) {
                await().atMost(lab().patience()).until(() -> {
                    assertThat(subscription.poll(Duration.ZERO)).isEmpty();
                    return !subscription.more().isDone();
                });
                CompletableFuture<Void> more = subscription.more();
                log.publish(0, text("e" + i));
                assertThat(more).succeedsWithin(lab().patience());
                assertThat(values(lab().take(subscription, 1))).containsExactly("e" + i);
            }
        }
        Subscription closed = log.subscribe(List.of(startAt(0, 0)));
        lab().take(closed, 3);
        assertThat(closed.poll(Duration.ZERO)).isEmpty();
        CompletableFuture<Void> more = closed.more();
        closed.close();
        assertThat(more).succeedsWithin(lab().patience());
        assertThat(closed.more()).succeedsWithin(lab().patience());
    }

    /** A closed subscription ends who waits on it; the log and others go on. */
    @Test
    default void aClosedSubscriptionEnds() {
        MetadataEventLog log = lab().appendOnly(1);
        Subscription subscription = log.subscribe(List.of(startAt(0, 0)));
        try (Subscription other = log.subscribe(List.of(startAt(0, 0)))) {
            CompletableFuture<List<LogRecord>> waiting = CompletableFuture.supplyAsync(
                    () -> subscription.poll(lab().patience().multipliedBy(2)));
            subscription.close();
            subscription.close();
            assertThat(waiting).failsWithin(lab().patience());
            assertFails(ErrorCode.LOG_CLOSED, () -> subscription.poll(Duration.ZERO));
            log.publish(0, text("e"));
            assertThat(values(lab().take(other, 1))).containsExactly("e");
        }
    }
}
