package io.strandline.log;

import static io.strandline.log.LogLab.startAt;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A story of a log: it is published to, followed, read and tidied up as its numbers say, and all that it answers is what a
 * model of the rules says (LOG-1 to LOG-10).
 */
public final class LogStory {
    private static final int PARTITIONS = 3;
    private static final int MOST_FOLLOWERS = 4;
    private static final Duration KEPT = Duration.ofHours(1);

    private final LogLab lab;
    private final Iterator<Integer> numbers;
    private final MetadataEventLog log;
    private final List<ModelPartition> model =
            IntStream.range(0, PARTITIONS).mapToObj(i -> new ModelPartition()).toList();
    private final List<Follower> followers = new ArrayList<>();
    private int published;

    /** A story on that transport. */
    public LogStory(LogLab lab, LogKind kind, List<Integer> numbers) {
        this.lab = lab;
        this.numbers = numbers.iterator();
        this.log = lab.open(
                kind == LogKind.COMPACTED
                        ? LogOptions.compacted("story", PARTITIONS).keepingTombstones(KEPT)
                        : LogOptions.appendOnly("story", PARTITIONS).keeping(KEPT));
    }

    /** A subscription, with what the model says of it. */
    private static final class Follower {
        private final Subscription subscription;
        private final Map<Integer, Long> next = new TreeMap<>();
        private final Map<Integer, Long> lostBefore = new HashMap<>();

        Follower(Subscription subscription) {
            this.subscription = subscription;
        }
    }

    /** Tells it to the end. */
    public void tell() {
        while (numbers.hasNext()) {
            switch (pick(9)) {
                case 0, 1 -> publish();
                case 2 -> publishGroup();
                case 3 -> follow();
                case 4 -> assign();
                case 5, 6 -> poll();
                case 7 -> read();
                default -> tidyUp();
            }
        }
        assertMarks();
        List.copyOf(followers).forEach(this::readToTheEnd);
    }

    private int pick(int of) {
        return numbers.hasNext() ? numbers.next() % of : 0;
    }

    private boolean isCompacted() {
        return log.options().kind() == LogKind.COMPACTED;
    }

    private PagedEventLog.NewRecord next() {
        Bytes value = pick(5) == 0 && isCompacted() ? null : Bytes.ofText("v" + published);
        Bytes key = isCompacted() ? Bytes.ofText("k" + pick(4)) : null;
        published++;
        return new PagedEventLog.NewRecord(pick(PARTITIONS), key, value);
    }

    private void publish() {
        PagedEventLog.NewRecord added = next();
        long offset = isCompacted()
                ? log.publishKeyed(added.partition(), nonNull(added.key()), added.value())
                : log.publish(added.partition(), nonNull(added.value()));
        assertThat(offset)
                .isEqualTo(
                        model.get(added.partition()).append(added, lab.clock().instant()));
    }

    private void publishGroup() {
        if (isCompacted()) {
            List<PagedEventLog.NewRecord> group =
                    IntStream.range(0, pick(5)).mapToObj(i -> next()).toList();
            List<Long> offsets = log.publishKeyedGroup(group.stream()
                    .map(added -> new KeyedEvent(added.partition(), nonNull(added.key()), added.value()))
                    .toList());
            assertThat(offsets)
                    .isEqualTo(group.stream()
                            .map(added -> model.get(added.partition())
                                    .append(added, lab.clock().instant()))
                            .toList());
        } else {
            publish();
        }
    }

    private static Bytes nonNull(@Nullable Bytes bytes) {
        return requireNonNull(bytes);
    }

    private void follow() {
        if (followers.size() == MOST_FOLLOWERS) {
            end(followers.get(pick(MOST_FOLLOWERS)));
        }
        List<PartitionStart> starts = IntStream.range(0, PARTITIONS)
                .filter(p -> pick(2) == 0)
                .mapToObj(p -> startAt(p, pick(6)))
                .toList();
        Follower follower = new Follower(log.subscribe(starts));
        starts.forEach(start -> begin(follower, start));
        followers.add(follower);
    }

    private void begin(Follower follower, PartitionStart start) {
        if (!follower.next.containsKey(start.partition())) {
            ModelPartition of = model.get(start.partition());
            follower.next.put(start.partition(), Math.max(start.offset(), of.low()));
            follower.lostBefore.put(start.partition(), of.lostBefore());
        }
    }

    private void end(Follower follower) {
        follower.subscription.close();
        followers.remove(follower);
    }

    private void assign() {
        if (!followers.isEmpty()) {
            Follower follower = followers.get(pick(followers.size()));
            int partition = pick(PARTITIONS);
            if (pick(2) == 0) {
                PartitionStart start = startAt(partition, pick(8));
                follower.subscription.add(start);
                begin(follower, start);
            } else {
                follower.subscription.remove(partition);
                follower.next.remove(partition);
                follower.lostBefore.remove(partition);
            }
            assertThat(follower.subscription.assigned()).containsExactlyElementsOf(follower.next.keySet());
        }
    }

    private void poll() {
        if (!followers.isEmpty()) {
            poll(followers.get(pick(followers.size())));
        }
    }

    /** Takes what comes; false if the follower had to be told that it missed something. */
    private boolean poll(Follower follower) {
        List<LogRecord> taken;
        try {
            taken = follower.subscription.poll(hasMore(follower) ? lab.patience() : lab.settled());
        } catch (StrandlineException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.LAGGED);
            assertThat(follower.next.keySet())
                    .as("who is told that it missed something")
                    .anyMatch(p -> misses(follower, p));
            end(follower);
            return false;
        }
        Map<Integer, List<LogRecord>> byPartition = new TreeMap<>();
        taken.forEach(found -> byPartition
                .computeIfAbsent(found.partition(), p -> new ArrayList<>())
                .add(found));
        byPartition.forEach((partition, found) -> {
            assertThat(misses(follower, partition)).isFalse();
            long end = found.get(found.size() - 1).offset() + 1;
            assertSame(found, model.get(partition).between(follower.next.get(partition), end));
            follower.next.put(partition, end);
        });
        if (taken.isEmpty()) {
            assertThat(hasMore(follower)).as("whether there was more").isFalse();
        }
        return true;
    }

    /** Whether there is something that it has not read. */
    private boolean hasMore(Follower follower) {
        return follower.next.entrySet().stream()
                .anyMatch(place -> !model.get(place.getKey())
                        .between(place.getValue(), Long.MAX_VALUE)
                        .isEmpty());
    }

    private void assertSame(List<LogRecord> found, List<LogRecord> expected) {
        assertThat(timed(found)).isEqualTo(timed(expected));
    }

    /** As far as the model knows their times. */
    private List<LogRecord> timed(List<LogRecord> records) {
        return lab.isTimedByClock()
                ? records
                : records.stream()
                        .map(each ->
                                new LogRecord(each.partition(), each.offset(), Instant.EPOCH, each.key(), each.value()))
                        .toList();
    }

    private boolean misses(Follower follower, int partition) {
        long lost = model.get(partition).lostBefore();
        return lost > follower.lostBefore.get(partition) && follower.next.get(partition) < lost;
    }

    private void readToTheEnd(Follower follower) {
        boolean more = true;
        while (more) {
            Map<Integer, Long> before = new HashMap<>(follower.next);
            more = poll(follower) && !before.equals(follower.next);
        }
    }

    private void read() {
        int partition = pick(PARTITIONS);
        long start = pick(10);
        long end = pick(12);
        List<LogRecord> expected = model.get(partition).between(start, end);
        List<LogRecord> shown = new ArrayList<>();
        try {
            log.visitRange(partition, start, end, shown::add, LogLab::goOn);
            assertThat(end <= start || end <= model.get(partition).high())
                    .as("whether the range exists")
                    .isTrue();
        } catch (StrandlineException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.STOPPED_SHORT);
            assertThat(end).isGreaterThan(model.get(partition).high());
        }
        assertSame(shown, expected);
    }

    private void tidyUp() {
        lab.clock().advance(Duration.ofMinutes(20L * (pick(4) - 1)));
        if (pick(2) == 0 && lab.tidyUp(log)) {
            model.forEach(partition -> {
                if (isCompacted()) {
                    partition.compact(lab.clock().instant(), KEPT);
                } else {
                    partition.retain(lab.clock().instant(), KEPT);
                }
            });
        }
        assertMarks();
    }

    private void assertMarks() {
        assertThat(LogLab.highs(log))
                .isEqualTo(model.stream().map(ModelPartition::high).toList());
        assertThat(LogLab.lows(log))
                .isEqualTo(model.stream().map(ModelPartition::low).toList());
    }
}
