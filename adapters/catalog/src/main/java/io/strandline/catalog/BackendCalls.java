package io.strandline.catalog;

import dev.failsafe.CircuitBreaker;
import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.SqlNames;
import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests to one catalog, each on a thread that can be left behind: the statement goes on, is cancelled or fails in time
 * whatever the backend does (GW-5). A catalog that let several requests in a row run into the limit is not asked again for
 * as long as the limit, so that a listing of many tables ends. Thread-safe.
 */
public final class BackendCalls implements AutoCloseable {
    private static final int MOST_AT_ONCE = 32;
    private static final int TIMEOUTS_IN_A_ROW = 4;
    private static final long CHECK_MILLIS = 100;
    private static final Duration MOST_WORK = Duration.ofDays(1);

    private final String name;
    private final Duration limit;
    private final Secrets secrets;
    private final ExecutorService threads;
    private final Semaphore free = new Semaphore(MOST_AT_ONCE);
    private final CircuitBreaker<Object> answering;

    /**
     * Requests to a catalog.
     *
     * @param catalog its name in the configuration
     * @param limit longest wait for one request
     * @param secrets what no message may hold
     */
    public BackendCalls(String catalog, Duration limit, Secrets secrets) {
        this.name = SqlNames.quoteIfNeeded(catalog);
        this.limit = limit;
        this.secrets = secrets;
        this.threads = new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, 30, TimeUnit.SECONDS, new SynchronousQueue<>(), threadsNamed(catalog));
        this.answering = CircuitBreaker.builder()
                .withFailureThreshold(TIMEOUTS_IN_A_ROW)
                .withDelay(limit)
                .build();
    }

    /** Threads that keep no process alive, with the catalog in their names. */
    public static ThreadFactory threadsNamed(String catalog) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "catalog-" + catalog + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * The answer to a request that changes nothing; given up when the statement is cancelled.
     *
     * @param doing what is asked, to follow "while": {@code listing namespace sales}
     * @throws StrandlineException {@code BACKEND} if the catalog fails or does not answer; what {@code call} throws
     */
    public <T> T read(String doing, CallContext call, Callable<T> request) {
        return ask(doing, call, request, ErrorCode.BACKEND, limit);
    }

    /** As {@link #read}, of work that is many requests: it ends by itself or when the statement is cancelled. */
    public <T> T work(String doing, CallContext call, Callable<T> request) {
        return ask(doing, call, request, ErrorCode.BACKEND, MOST_WORK);
    }

    /**
     * The answer to a request that changes something. A cancel does not stop it once it was sent: its outcome matters more.
     *
     * @throws StrandlineException {@code OUTCOME_UNKNOWN} if it did not end within the limit
     */
    public <T> T change(String doing, CallContext call, Callable<T> request) {
        return ask(doing, call, request, ErrorCode.OUTCOME_UNKNOWN, limit);
    }

    private <T> T ask(String doing, CallContext call, Callable<T> request, ErrorCode whenLost, Duration most) {
        call.checkpoint();
        if (!answering.tryAcquirePermit()) {
            throw notAnswering("did not answer " + TIMEOUTS_IN_A_ROW + " requests in a row; it is asked again after "
                    + limit.toSeconds() + " s");
        }
        long deadline = System.nanoTime() + most.toNanos();
        boolean answered = false;
        try {
            acquire(deadline, doing, call);
            Future<T> answer = submit(request);
            T value = await(answer, deadline, doing, call, whenLost);
            answered = true;
            return value;
        } catch (Answered e) {
            answered = true;
            throw e.failure;
        } finally {
            if (answered) {
                answering.recordSuccess();
            } else if (answering.isHalfOpen()) {
                answering.recordFailure();
            }
        }
    }

    private void acquire(long deadline, String doing, CallContext call) {
        try {
            while (!free.tryAcquire(CHECK_MILLIS, TimeUnit.MILLISECONDS)) {
                call.checkpoint();
                if (System.nanoTime() - deadline > 0) {
                    throw notAnswering("is busy with " + MOST_AT_ONCE + " requests that do not end, while " + doing);
                }
            }
        } catch (InterruptedException e) {
            throw interrupted(call, e);
        }
    }

    private <T> Future<T> submit(Callable<T> request) {
        FutureTask<T> task = new FutureTask<>(request);
        try {
            threads.execute(() -> {
                try {
                    task.run();
                } finally {
                    // only now: a request left behind still uses the backend
                    free.release();
                }
            });
        } catch (RejectedExecutionException e) {
            free.release();
            throw new StrandlineException(ErrorCode.BACKEND, "catalog " + name + " is closed", e);
        }
        return task;
    }

    private <T> T await(Future<T> answer, long deadline, String doing, CallContext call, ErrorCode whenLost) {
        boolean cancellable = whenLost == ErrorCode.BACKEND;
        try {
            while (true) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    if (!answering.isHalfOpen()) {
                        answering.recordFailure();
                    }
                    throw lost(doing, whenLost);
                }
                try {
                    return answer.get(
                            Math.min(left, TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS)), TimeUnit.NANOSECONDS);
                } catch (TimeoutException e) {
                    if (cancellable) {
                        call.checkpoint();
                    }
                }
            }
        } catch (ExecutionException e) {
            throw new Answered(failed(doing, Objects.requireNonNullElse(e.getCause(), e)));
        } catch (InterruptedException e) {
            throw cancellable ? interrupted(call, e) : lost(doing, whenLost);
        } finally {
            answer.cancel(true);
        }
    }

    private StrandlineException lost(String doing, ErrorCode whenLost) {
        String told = "did not answer within " + limit.toMillis() / 1000.0 + " s while " + doing;
        return whenLost == ErrorCode.BACKEND
                ? notAnswering(told)
                : new StrandlineException(
                        whenLost,
                        "catalog " + name + " " + told + "; the change may have been made. Look before you repeat it.");
    }

    private StrandlineException notAnswering(String told) {
        return new StrandlineException(
                ErrorCode.BACKEND,
                "catalog " + name + " " + told + ". Check that it runs, or raise strandline.timeout.");
    }

    private RuntimeException failed(String doing, Throwable failure) {
        if (failure instanceof StrandlineException e) {
            return e;
        }
        return new StrandlineException(
                ErrorCode.BACKEND,
                "catalog " + name + " failed while " + doing + ": " + secrets.describe(failure),
                failure);
    }

    /** The thread of the statement was told to stop: by a cancel, which the checkpoint names, or by a shutdown. */
    private static RuntimeException interrupted(CallContext call, InterruptedException cause) {
        Thread.currentThread().interrupt();
        call.checkpoint();
        CancellationException cancelled = new CancellationException("interrupted");
        cancelled.initCause(cause);
        return new StrandlineException(ErrorCode.CANCELLED, "the statement was interrupted", cancelled);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** A failure that is an answer: the backend is there. */
    private static final class Answered extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient RuntimeException failure;

        Answered(RuntimeException failure) {
            super(failure);
            this.failure = failure;
        }
    }
}
