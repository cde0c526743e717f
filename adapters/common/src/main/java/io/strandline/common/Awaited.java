package io.strandline.common;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what another thread does, as long as the statement goes on (GW-5). */
public final class Awaited {
    private static final long CHECK_MILLIS = 100;

    private Awaited() {}

    /**
     * What it gives; it is told to stop when nobody waits for it any more.
     *
     * @param limit longest time from now
     * @throws TimeoutException if it has not ended by then
     * @throws ExecutionException if it failed
     * @throws StrandlineException {@link ErrorCode#CANCELLED} or {@link ErrorCode#TIMED_OUT} of the statement
     */
    public static <T> T within(Duration limit, Future<T> work, CallContext call)
            throws ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (true) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new TimeoutException();
                }
                try {
                    return work.get(Math.min(left, TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS)), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    call.checkpoint();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            call.checkpoint();
            CancellationException cancelled = new CancellationException("interrupted");
            cancelled.initCause(e);
            throw new StrandlineException(ErrorCode.CANCELLED, "the statement was interrupted", cancelled);
        } finally {
            work.cancel(true);
        }
    }
}
