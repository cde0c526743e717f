package io.strandline.log;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The records of some partitions, each from its start on and for ever: first those that are there, then those that are
 * written, each once and in the order of its partition (LOG-3). Which partitions can be changed meanwhile. It holds no
 * publisher up and keeps at most one page in memory: who reads slowly reads from the log (LOG-5).
 *
 * <p>Records are taken by one thread at a time; everything else may be called by any.
 */
public interface Subscription extends AutoCloseable {
    /**
     * Takes the next records.
     *
     * @param atMost how long to wait for the first of them
     * @return at most a page; empty if there were none in that time
     * @throws io.strandline.common.StrandlineException {@code LAGGED} if retention took what was not read yet,
     *     {@code LOG_CLOSED} if the log or the subscription is closed: it has ended then, and each further call throws the
     *     same. {@code STORE} or {@code BACKEND} if the transport fails; one that may pass is tried again until that time is
     *     over, and the next call goes on where it was
     */
    List<LogRecord> poll(Duration atMost);

    /**
     * For who waits without a thread, after a {@link #poll} that gave nothing: completes when another one may give something,
     * or says that it has ended. It can complete for nothing, and is not to be held up by what depends on it. Who does not want
     * it any more completes or cancels it.
     */
    CompletableFuture<Void> more();

    /**
     * Assigns a partition too. One that is assigned stays as it is (LOG-4).
     *
     * @throws io.strandline.common.StrandlineException {@code PARTITION_OUT_OF_RANGE}
     */
    void add(PartitionStart start);

    /**
     * Takes a partition away: no call of {@link #poll} that begins afterwards gives a record of it (LOG-4). Nothing if it is
     * not assigned.
     */
    void remove(int partition);

    /** The assigned partitions, sorted. */
    List<Integer> assigned();

    /** Ends it; a {@link #poll} that waits ends too. Idempotent. */
    @Override
    void close();
}
