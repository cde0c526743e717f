package io.strandline.catalog;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Answers of slow questions in the order asked, a few asked ahead of the reader, so that many tables load together and a
 * reader that stops early costs little. Shared by statements; thread-safe.
 */
public final class Ahead {
    private static final long CHECK_MILLIS = 100;

    private final ExecutorService threads;
    private final int most;

    /** At most so many questions at once over all statements, and for one. */
    public Ahead(int threads) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(threads, threads, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "catalog-ahead-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
        this.most = threads;
    }

    /**
     * The answer for each item, in order, as the stream is read. The first failure is thrown at its place. To be closed:
     * that ends what was asked and not read.
     *
     * @param wanted more answers than this are not asked for ahead
     */
    public <A, B> Stream<B> map(
            Iterator<? extends A> items, long wanted, CallContext call, Function<? super A, ? extends B> question) {
        return map(items, wanted, call, item -> Optional.empty(), question);
    }

    /**
     * As above, where some answers are there already: no thread is bothered for these.
     *
     * @param known the answer; empty if the question has to be asked
     */
    public <A, B> Stream<B> map(
            Iterator<? extends A> items,
            long wanted,
            CallContext call,
            Function<? super A, Optional<B>> known,
            Function<? super A, ? extends B> question) {
        Asked<A, B> asked = new Asked<>(items, (int) Math.max(1, Math.min(most * 2L, wanted)), call, known, question);
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(asked, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(asked::cancel);
    }

    private final class Asked<A, B> implements Iterator<B> {
        private final Iterator<? extends A> items;
        private final int ahead;
        private final CallContext call;
        private final Function<? super A, Optional<B>> known;
        private final Function<? super A, ? extends B> question;
        private final Deque<Future<B>> answers = new ArrayDeque<>();

        Asked(
                Iterator<? extends A> items,
                int ahead,
                CallContext call,
                Function<? super A, Optional<B>> known,
                Function<? super A, ? extends B> question) {
            this.items = items;
            this.ahead = ahead;
            this.call = call;
            this.known = known;
            this.question = question;
        }

        @Override
        public boolean hasNext() {
            while (answers.size() < ahead && items.hasNext()) {
                A item = items.next();
                Optional<B> answer = known.apply(item);
                answers.add(answer.isPresent() ? CompletableFuture.completedFuture(answer.orElseThrow()) : ask(item));
            }
            return !answers.isEmpty();
        }

        private Future<B> ask(A item) {
            return threads.submit(() -> {
                call.checkpoint();
                return question.apply(item);
            });
        }

        @Override
        public B next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            try {
                return await(answers.remove());
            } catch (RuntimeException e) {
                cancel();
                throw e;
            }
        }

        private B await(Future<B> answer) {
            try {
                while (true) {
                    call.checkpoint();
                    try {
                        return answer.get(CHECK_MILLIS, TimeUnit.MILLISECONDS);
                    } catch (TimeoutException e) {
                        // look at the statement's checkpoint again
                    }
                }
            } catch (ExecutionException e) {
                throw rethrown(Objects.requireNonNullElse(e.getCause(), e));
            } catch (InterruptedException e) {
                answer.cancel(true);
                Thread.currentThread().interrupt();
                throw new StrandlineException(ErrorCode.CANCELLED, "the statement was interrupted", e);
            } catch (RuntimeException e) {
                answer.cancel(true);
                throw e;
            }
        }

        private RuntimeException rethrown(Throwable failure) {
            if (failure instanceof Error error) {
                throw error;
            }
            return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
        }

        private void cancel() {
            answers.forEach(answer -> answer.cancel(true));
            answers.clear();
        }
    }
}
