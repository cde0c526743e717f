package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Rows that can be long in coming, of whose next one it can be asked whether it is there yet. */
public interface SlowRows extends Iterator<Object[]> {
    /** Whether there is a next row; empty if that is not known yet, to be asked again. Waits for nothing. */
    Optional<Boolean> hasNextYet();

    /**
     * After it was not known whether there is a next row: completes when it is worth to ask again. It is not to be held up by
     * what depends on it; who does not want it any more completes or cancels it.
     */
    CompletableFuture<Void> more();

    /**
     * Waits in this thread until it is worth to ask again, or for so long.
     *
     * @throws StrandlineException {@link ErrorCode#CANCELLED} if the thread is interrupted
     */
    default void awaitMore(long nanos) {
        CompletableFuture<Void> more = more();
        try {
            more.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            more.cancel(false);
        } catch (InterruptedException e) {
            more.cancel(false);
            Thread.currentThread().interrupt();
            throw new StrandlineException(ErrorCode.CANCELLED, "the wait for rows was cancelled.", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("only a wait was expected to end", e);
        }
    }
}
