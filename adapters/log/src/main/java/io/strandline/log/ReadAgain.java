package io.strandline.log;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Reads that are made again while their failures may pass, with back-off (LOG-11). The read itself says when to give up. */
final class ReadAgain {
    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMillis(250);
    private static final double JITTER = 0.2;

    private ReadAgain() {}

    /** A checkpoint that ends attempts to read a log after that time, with {@code TIMED_OUT}. */
    static Runnable within(Duration time, String log) {
        long end = System.nanoTime() + time.toNanos();
        return () -> {
            if (System.nanoTime() - end > 0) {
                throw new StrandlineException(
                        ErrorCode.TIMED_OUT,
                        "log \"" + log + "\" could not be read within " + time.toMillis() + " ms.");
            }
        };
    }

    static <T> T whileItMayPass(Predicate<RuntimeException> mayPass, Supplier<T> read) {
        RetryPolicy<T> policy = RetryPolicy.<T>builder()
                .handleIf(failure -> failure instanceof RuntimeException known && mayPass.test(known))
                .withMaxRetries(-1)
                .withBackoff(FIRST, LONGEST)
                .withJitter(JITTER)
                .build();
        try {
            return Failsafe.with(policy).get(read::get);
        } catch (FailsafeException e) {
            if (e.getCause() instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                throw new StrandlineException(ErrorCode.CANCELLED, "reading the log was cancelled.", e);
            }
            throw e;
        }
    }
}
