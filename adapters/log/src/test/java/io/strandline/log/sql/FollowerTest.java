package io.strandline.log.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.log.Bytes;
import io.strandline.log.LogRecord;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import io.strandline.sqlkit.NothingYet;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** LOG-11: who follows a log outlives what passes, and hears of what does not. */
class FollowerTest {
    private static final LogRecord EVENT = new LogRecord(0, 7, Instant.EPOCH, null, Bytes.ofText("x"));

    /** One that answers each poll as it is told to, the last way again and again. */
    private record Told(ArrayDeque<Supplier<List<LogRecord>>> answers, AtomicInteger closings) implements Subscription {
        static Told of(List<Supplier<List<LogRecord>>> answers) {
            return new Told(new ArrayDeque<>(answers), new AtomicInteger());
        }

        @Override
        public List<LogRecord> poll(Duration atMost) {
            return (answers.size() > 1 ? answers.remove() : answers.element()).get();
        }

        @Override
        public CompletableFuture<Void> more() {
            return new CompletableFuture<>();
        }

        @Override
        public void add(PartitionStart start) {}

        @Override
        public void remove(int partition) {}

        @Override
        public List<Integer> assigned() {
            return List.of(0);
        }

        @Override
        public void close() {
            closings.incrementAndGet();
        }
    }

    private static List<LogRecord> away() {
        throw new StrandlineException(ErrorCode.STORE, "the store does not answer.");
    }

    private static boolean mayPass(RuntimeException failure) {
        return failure.getMessage().contains("answer");
    }

    private static Iterator<LoggedEvent> followed(Subscription subscription, @Nullable Duration longestWait) {
        return begun(() -> subscription, longestWait);
    }

    private static Iterator<LoggedEvent> begun(Supplier<Subscription> begin, @Nullable Duration longestWait) {
        return new Follower("events", begin, FollowerTest::mayPass, longestWait, new SystemCall(Instant.EPOCH))
                .stream().iterator();
    }

    @Test
    void anOutageIsNothingYet() {
        Iterator<LoggedEvent> rows = followed(
                Told.of(List.of(FollowerTest::away, FollowerTest::away, FollowerTest::away, () -> List.of(EVENT))),
                null);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(rows::hasNext).isInstanceOf(NothingYet.class);
        }
        assertThat(rows.hasNext()).isTrue();
    }

    /** GW-8: who waits needs no thread: it is told when to ask again, by what comes or by the end of its wait. */
    @Test
    void itIsToldWhenToAskAgain() {
        NothingYet idle = catchThrowableOfType(
                NothingYet.class, followed(Told.of(List.of(List::of)), Duration.ofMillis(300))::hasNext);
        assertThat(idle.more()).isNotDone().succeedsWithin(Duration.ofSeconds(30));
        NothingYet away =
                catchThrowableOfType(NothingYet.class, followed(Told.of(List.of(FollowerTest::away)), null)::hasNext);
        assertThat(away.more()).isNotDone().succeedsWithin(Duration.ofSeconds(30));
        NothingYet patient =
                catchThrowableOfType(NothingYet.class, followed(Told.of(List.of(List::of)), null)::hasNext);
        assertThat(patient.more()).isNotDone();
    }

    /** What the log does not say may pass is told at once, also where the log could not be asked. */
    @Test
    void whatDoesNotPassIsTold() {
        for (ErrorCode code : List.of(ErrorCode.STORE, ErrorCode.BACKEND)) {
            StrandlineException broken = new StrandlineException(code, "the disk is broken.");
            assertThatThrownBy(followed(
                            Told.of(List.of(() -> {
                                throw broken;
                            })),
                            null)::hasNext)
                    .isSameAs(broken);
            assertThatThrownBy(() -> begun(
                            () -> {
                                throw broken;
                            },
                            null))
                    .isSameAs(broken);
        }
        StrandlineException lagged = new StrandlineException(ErrorCode.LAGGED, "too slow.");
        assertThatThrownBy(followed(
                        Told.of(List.of(() -> {
                            throw lagged;
                        })),
                        null)::hasNext)
                .isSameAs(lagged);
    }

    /** No outage lasts longer than what the statement said to wait. */
    @Test
    void anOutageEndsWithTheWait() {
        Iterator<LoggedEvent> rows = followed(Told.of(List.of(FollowerTest::away)), Duration.ZERO);
        assertThatThrownBy(rows::hasNext)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE));
    }

    /** A log that is away when somebody begins to follow it is waited for without a thread too, and as long. */
    @Test
    void anOutageAtTheBeginIsNothingYet() {
        AtomicInteger tries = new AtomicInteger();
        Supplier<Subscription> begin = () -> {
            if (tries.incrementAndGet() < 3) {
                StrandlineException gaveUp = new StrandlineException(ErrorCode.BACKEND, "not read in time.");
                gaveUp.addSuppressed(new StrandlineException(ErrorCode.BACKEND, "no broker answers."));
                throw gaveUp;
            }
            return Told.of(List.of(() -> List.of(EVENT)));
        };
        Iterator<LoggedEvent> rows = begun(begin, null);
        assertThatThrownBy(rows::hasNext).isInstanceOf(NothingYet.class);
        assertThat(rows.hasNext()).isTrue();
        assertThat(tries).hasValue(3);
        tries.set(0);
        assertThatThrownBy(begun(begin, Duration.ZERO)::hasNext)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BACKEND));
        assertThatThrownBy(() -> begun(
                        () -> {
                            throw new StrandlineException(ErrorCode.REFUSED, "no right to read.");
                        },
                        null))
                .isInstanceOf(StrandlineException.class);
    }

    /** What begins while its statement is cancelled is ended too, and nothing begins afterwards. */
    @Test
    void whatBeginsWhileItIsClosedIsClosed() {
        AtomicInteger tries = new AtomicInteger();
        AtomicReference<Follower> follower = new AtomicReference<>();
        Told begun = Told.of(List.of(() -> List.of(EVENT)));
        Supplier<Subscription> begin = () -> {
            if (tries.incrementAndGet() == 1) {
                throw new StrandlineException(ErrorCode.BACKEND, "no broker answers.");
            }
            follower.get().close();
            return begun;
        };
        follower.set(new Follower("events", begin, FollowerTest::mayPass, null, new SystemCall(Instant.EPOCH)));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(follower.get()::hasNext)
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
        }
        assertThat(tries).hasValue(2);
        assertThat(begun.closings()).hasValue(1);
    }
}
