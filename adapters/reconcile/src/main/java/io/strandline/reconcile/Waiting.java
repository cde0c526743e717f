package io.strandline.reconcile;

import io.strandline.common.CallContext;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Waits for what other threads do, so that a backend that hangs does not hold the statement (GW-5). */
final class Waiting {
    private static final long LOOK_MILLIS = 100;

    private Waiting() {}

    /** What one look shows; null if it is not there yet. */
    @FunctionalInterface
    private interface Look<R> {
        @Nullable
        R look() throws InterruptedException, ExecutionException;
    }

    /** The result, or what the work threw; what the call's checkpoint throws if the statement is to end first. */
    static <R> R on(Future<R> work, CallContext call) {
        return until(() -> now(work), call);
    }

    /** The next that the work hands over, or what the work threw; what the call's checkpoint throws as above. */
    static <R> R on(BlockingQueue<R> handedOver, Future<?> work, CallContext call) {
        return until(
                () -> {
                    boolean isLast = work.isDone();
                    R next = handedOver.poll(isLast ? 0 : LOOK_MILLIS, TimeUnit.MILLISECONDS);
                    if (next == null && isLast) {
                        work.get();
                        throw new IllegalStateException("the work ended and handed nothing over");
                    }
                    return next;
                },
                call);
    }

    private static <R> @Nullable R now(Future<R> work) throws InterruptedException, ExecutionException {
        try {
            return work.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return null;
        }
    }

    private static <R> R until(Look<R> look, CallContext call) {
        try {
            @Nullable R there = null;
            while (there == null) {
                call.checkpoint();
                there = look.look();
            }
            return there;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for other threads", e);
        }
    }
}
