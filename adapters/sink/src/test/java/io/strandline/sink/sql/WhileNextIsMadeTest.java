package io.strandline.sink.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pages are written in their order while others are made, and none after a failure. */
class WhileNextIsMadeTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Integer> taken = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private static Iterator<Integer> items(int count, IntFunction<Integer> made) {
        return new Iterator<>() {
            private int next;

            @Override
            public boolean hasNext() {
                return next < count;
            }

            @Override
            public Integer next() {
                return made.apply(next++);
            }
        };
    }

    private void take(int count, IntFunction<Integer> made) {
        WhileNextIsMade.take(items(count, made), taken::add, threads);
    }

    @Test
    void takesAllInTheirOrder() {
        take(100, item -> item);
        assertThat(taken).hasSize(100).isSorted();
    }

    /** Only then are a query and a destination as fast together as the slower of them. */
    @Test
    void theNextIsMadeWhileOneIsTaken() {
        CountDownLatch made = new CountDownLatch(2);
        WhileNextIsMade.take(
                items(2, item -> {
                    made.countDown();
                    return item;
                }),
                item -> {
                    if (item == 0) {
                        assertThat(isDown(made)).isTrue();
                    }
                    taken.add(item);
                },
                threads);
        assertThat(taken).containsExactly(0, 1);
    }

    private static boolean isDown(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Statements of few rows, which are the most, wait for no other thread. */
    @Test
    void oneAloneIsTakenByTheSameThread() {
        Thread own = Thread.currentThread();
        WhileNextIsMade.take(
                items(1, item -> item),
                item -> {
                    assertThat(Thread.currentThread()).isSameAs(own);
                    taken.add(item);
                },
                threads);
        WhileNextIsMade.take(Collections.emptyIterator(), item -> taken.add(-1), threads);
        assertThat(taken).containsExactly(0);
    }

    @Test
    void nothingIsTakenAfterAFailure() {
        assertThatThrownBy(() -> WhileNextIsMade.take(
                        items(5, item -> item),
                        item -> {
                            if (item == 2) {
                                throw new IllegalStateException("full");
                            }
                            taken.add(item);
                        },
                        threads))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("full");
        assertThat(taken).containsExactly(0, 1);
    }

    /** What was begun has ended when the failure is thrown: nobody writes for a statement that is over. */
    @Test
    void whatWasBegunEndsBeforeAFailureIsTold() {
        CountDownLatch failing = new CountDownLatch(1);
        assertThatThrownBy(() -> WhileNextIsMade.take(
                        items(3, item -> {
                            if (item == 1) {
                                failing.countDown();
                                throw new IllegalStateException("no such row");
                            }
                            return item;
                        }),
                        item -> {
                            assertThat(isDown(failing)).isTrue();
                            taken.add(item);
                        },
                        threads))
                .hasMessage("no such row");
        assertThat(taken).containsExactly(0);
    }
}
