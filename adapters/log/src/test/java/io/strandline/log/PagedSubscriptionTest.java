package io.strandline.log;

import static io.strandline.log.LogLab.startAt;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a subscription asks of its transport. */
class PagedSubscriptionTest {
    /** A log of one record, which nobody sees before it is told, and whose reads are counted. */
    private static final class Counted extends PagedEventLog {
        private final AtomicInteger asked = new AtomicInteger();
        private final AtomicInteger failing = new AtomicInteger();
        private volatile long high;

        Counted() {
            super(LogOptions.appendOnly("events", 1));
        }

        void write() {
            high = 1;
            changed();
        }

        @Override
        protected List<PartitionMarks> marks() {
            asked.incrementAndGet();
            if (failing.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("away");
            }
            return List.of(new PartitionMarks(0, high, 0));
        }

        @Override
        protected Page page(int partition, long from, long to) {
            LogRecord only = new LogRecord(0, 0, Instant.EPOCH, null, Bytes.EMPTY);
            return Page.of(from < high ? List.of(only) : List.of(), false, from, to, new PartitionMarks(0, high, 0));
        }

        @Override
        protected List<Long> append(List<NewRecord> records) {
            throw new AssertionError("nothing is published");
        }

        @Override
        public boolean mayPass(RuntimeException failure) {
            return failure instanceof IllegalStateException;
        }
    }

    /** LOG-5: who follows a log where nothing happens asks its transport for nothing; news are looked at, once. */
    @Test
    void anIdleFollowerAsksNothing() {
        try (Counted log = new Counted();
                Subscription subscription = log.subscribe(List.of(startAt(0, 0)))) {
            for (int i = 0; i < 100; i++) {
                assertThat(subscription.poll(Duration.ofMillis(1))).isEmpty();
            }
            assertThat(log.asked.get()).isLessThanOrEqualTo(2);
            log.write();
            assertThat(subscription.poll(Duration.ZERO)).hasSize(1);
            assertThat(subscription.poll(Duration.ZERO)).isEmpty();
            int asked = log.asked.get();
            assertThat(subscription.poll(Duration.ZERO)).isEmpty();
            assertThat(log.asked.get()).isEqualTo(asked);
        }
    }

    /** LOG-11: what may pass keeps nobody from subscribing, nor from a partition that is added. */
    @Test
    void anOutageIsWaitedForWhenASubscriptionBegins() {
        try (Counted log = new Counted()) {
            log.failing.set(2);
            try (Subscription subscription = log.subscribe(List.of(startAt(0, 0)))) {
                subscription.remove(0);
                log.failing.set(2);
                subscription.add(startAt(0, 0));
                assertThat(subscription.assigned()).containsExactly(0);
            }
        }
    }
}
