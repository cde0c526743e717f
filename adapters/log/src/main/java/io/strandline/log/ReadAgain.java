package io.strandline.log;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Reads that are made again while their failures may pass, with back-off (LOG-11). The read itself says when to give up. */
final class ReadAgain {
    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMillis(250);
    private static final double JITTER = 0.2;

    /** With which attempts end whose time is over. */
    private static final Set<ErrorCode> IN_TIME = EnumSet.of(ErrorCode.TIMED_OUT, ErrorCode.BACKEND);

    private ReadAgain() {}

    /** A checkpoint that ends attempts to read a log after that time, with {@code BACKEND}. */
    static Runnable within(Duration time, String log) {
        return within(time, log, () -> {});
    }

    /** The same, which does what another checkpoint does too. */
    static Runnable within(Duration time, String log, Runnable checkpoint) {
        long end = System.nanoTime() + time.toNanos();
        return () -> {
            checkpoint.run();
            if (System.nanoTime() - end > 0) {
                throw new StrandlineException(
                        ErrorCode.BACKEND, "log \"" + log + "\" could not be read within " + time.toMillis() + " ms.");
            }
        };
    }

    /** What gives up in time says what it waited for. */
    static <T> T whileItMayPass(Predicate<RuntimeException> mayPass, Supplier<T> read) {
        AtomicReference<Throwable> lately = new AtomicReference<>();
        RetryPolicy<T> policy = RetryPolicy.<T>builder()
                .handleIf(failure -> failure instanceof RuntimeException known && mayPass.test(known))
                .withMaxRetries(-1)
                .withBackoff(FIRST, LONGEST)
                .withJitter(JITTER)
                .onFailedAttempt(attempt -> lately.set(attempt.getLastException()))
                .build();
        try {
            return Failsafe.with(policy).get(read::get);
        } catch (StrandlineException e) {
            throw lately.get() == null || !IN_TIME.contains(e.code()) ? e : waitedFor(lately.get(), e);
        } catch (FailsafeException e) {
            if (e.getCause() instanceof InterruptedException) {
                Thread.currentThread().interrupt();
                throw new StrandlineException(ErrorCode.CANCELLED, "reading the log was cancelled.", e);
            }
            throw e;
        }
    }

    /** Not its cause: who asks whether it may pass must not be told that it does. */
    private static StrandlineException waitedFor(Throwable lately, StrandlineException gaveUp) {
        StrandlineException both = new StrandlineException(
                gaveUp.code(), gaveUp.getMessage() + " " + StrandlineException.describe(lately));
        both.addSuppressed(lately);
        return both;
    }
}
