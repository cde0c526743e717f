package io.strandline.log.store;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.log.Bytes;
import io.strandline.log.PagedEventLog.NewRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** LOG-1: publishers at the same time share a transaction, and each is told what became of its own records. */
class GroupCommitTest {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<List<NewRecord>> commits = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
    private final CompletableFuture<Boolean> goesOn = new CompletableFuture<>();

    @AfterEach
    void end() {
        goesOn.complete(true);
        threads.shutdownNow();
    }

    private static List<NewRecord> records(int bytes) {
        return List.of(new NewRecord(0, null, Bytes.ofText("x".repeat(bytes))));
    }

    /** While a first one commits, so many others come; then all are told what the second commit does. */
    private List<CompletableFuture<List<Long>>> behindAFirst(
            int others, int bytes, Function<List<NewRecord>, List<Long>> commit) {
        GroupCommit publishers = new GroupCommit(all -> {
            commits.add(all);
            if (commits.size() == 1) {
                begun.complete(true);
                goesOn.join();
                return List.of(0L);
            }
            return commit.apply(all);
        });
        CompletableFuture<List<Long>> first =
                CompletableFuture.supplyAsync(() -> publishers.publish(records(1)), threads);
        begun.join();
        List<CompletableFuture<List<Long>>> waiting = IntStream.range(0, others)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> publishers.publish(records(bytes)), threads))
                .toList();
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> publishers.waiting() == others);
        goesOn.complete(true);
        assertThat(first.join()).containsExactly(0L);
        return waiting;
    }

    private static List<Long> offsets(List<NewRecord> all) {
        return IntStream.range(0, all.size()).mapToObj(i -> 1L + i).toList();
    }

    /** One transaction, and so one fsync, for all that came meanwhile; each has an offset of its own. */
    @Test
    void whoComesMeanwhileSharesOneCommit() {
        List<Long> given = behindAFirst(15, 1, GroupCommitTest::offsets).stream()
                .flatMap(one -> one.join().stream())
                .toList();
        assertThat(commits).hasSize(2);
        assertThat(given).containsExactlyInAnyOrderElementsOf(offsets(commits.get(1)));
    }

    /** A group ends before it has too many bytes. */
    @Test
    void aGroupIsBoundedInBytes() {
        behindAFirst(10, 1 << 20, GroupCommitTest::offsets).forEach(CompletableFuture::join);
        assertThat(commits).hasSize(3);
        assertThat(commits).allSatisfy(group -> assertThat(group).hasSizeLessThanOrEqualTo(8));
    }

    /** An error of the one that commits is an error of all for whom it does; the next ones are served. */
    @Test
    void anErrorAcknowledgesNothing() {
        AtomicBoolean fails = new AtomicBoolean(true);
        List<CompletableFuture<List<Long>>> waiting = behindAFirst(3, 1, all -> {
            if (fails.getAndSet(false)) {
                throw new OutOfMemoryError("no room for the batch");
            }
            return offsets(all);
        });
        for (CompletableFuture<List<Long>> one : waiting) {
            assertThatThrownBy(one::join).hasRootCauseInstanceOf(OutOfMemoryError.class);
        }
        assertThat(commits).hasSize(2);
    }

    /** Whoever commits for whom, and however large groups get: each publisher is served once, and told of its own record. */
    @Test
    void eachOfManyIsToldOfItsOwn() {
        Bytes large = Bytes.ofText("x".repeat(3 << 20));
        GroupCommit publishers = new GroupCommit(all -> {
            commits.add(all);
            return all.stream()
                    .map(record ->
                            Long.valueOf(requireNonNull(record.key()).text().orElseThrow()))
                    .toList();
        });
        List<CompletableFuture<List<Long>>> told = IntStream.range(0, 12)
                .mapToObj(publisher -> CompletableFuture.supplyAsync(
                        () -> IntStream.range(0, 300)
                                .mapToObj(i -> {
                                    Bytes key = Bytes.ofText(Long.toString(publisher * 300L + i));
                                    Bytes value = publisher % 3 == 0 ? large : Bytes.EMPTY;
                                    return publishers
                                            .publish(List.of(new NewRecord(0, key, value)))
                                            .get(0);
                                })
                                .toList(),
                        threads))
                .toList();
        for (int publisher = 0; publisher < told.size(); publisher++) {
            long first = publisher * 300L;
            assertThat(told.get(publisher))
                    .succeedsWithin(Duration.ofSeconds(60))
                    .isEqualTo(LongStream.range(first, first + 300).boxed().toList());
        }
        assertThat(commits.stream().mapToInt(List::size).sum()).isEqualTo(12 * 300);
        assertThat(commits)
                .allSatisfy(group -> assertThat(
                                group.stream().mapToLong(NewRecord::size).sum())
                        .isLessThan(9L << 20));
    }
}
