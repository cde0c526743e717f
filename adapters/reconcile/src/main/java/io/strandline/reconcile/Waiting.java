package io.strandline.reconcile;

import io.strandline.common.CallContext;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what other threads do, so that a backend that hangs does not hold the statement (GW-5). */
final class Waiting {
    private static final long LOOK_MILLIS = 100;

    private Waiting() {}

    /** The result, or what the work threw; what the call's checkpoint throws if the statement is to end first. */
    static <R> R on(Future<R> work, CallContext call) {
        try {
            while (true) {
                call.checkpoint();
                try {
                    return work.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    // not yet: look at the call and wait on
                }
            }
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
            throw new IllegalStateException("interrupted while waiting for look-ups", e);
        }
    }
}
