package io.strandline.sink.sql;

import io.strandline.common.Awaited;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.SinkSpec;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks at destinations, each on a thread that can be left behind: they end in time whatever a destination does (SNK-14). Thread-safe. */
final class TimedLooks {
    /** How long a destination is waited for; what is made of the answer is to be told within ten seconds. */
    static final Duration LIMIT = Duration.ofSeconds(8);

    private static final int MOST_AT_ONCE = 32;

    private final Duration limit;
    private final ExecutorService threads =
            new ThreadPoolExecutor(0, MOST_AT_ONCE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "sink-look");
                thread.setDaemon(true);
                return thread;
            });

    TimedLooks(Duration limit) {
        this.limit = limit;
    }

    /**
     * What a look at a sink's destination finds.
     *
     * @throws StrandlineException {@code BACKEND} if the destination does not answer in time; what the look throws
     */
    <T> T look(SinkSpec sink, CallContext call, Callable<T> look) {
        try {
            return Awaited.within(limit, threads.submit(look), call);
        } catch (RejectedExecutionException e) {
            throw silent(sink, "is not asked: " + MOST_AT_ONCE + " looks at sinks wait for answers", e);
        } catch (TimeoutException e) {
            throw silent(sink, "did not answer within " + limit.toMillis() / 1000.0 + " s", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new StrandlineException(ErrorCode.INTERNAL, StrandlineException.describe(e), e);
        }
    }

    private static StrandlineException silent(SinkSpec sink, String what, Exception cause) {
        return new StrandlineException(
                ErrorCode.BACKEND,
                "the destination of sink " + sink.id() + " " + what
                        + ". Check that it runs and can be reached from here.",
                cause);
    }
}
