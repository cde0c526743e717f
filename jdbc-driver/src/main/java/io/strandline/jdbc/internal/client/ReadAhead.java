package io.strandline.jdbc.internal.client;

import io.strandline.jdbc.internal.error.SqlErrors;
import io.strandline.jdbc.internal.error.SqlState;
import io.strandline.jdbc.internal.value.FrameCursor;
import io.strandline.jdbc.internal.value.FrameRows;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.calcite.avatica.Meta.Frame;
import org.jspecify.annotations.Nullable;

/**
 * Gives the frames of a result after its first, and once its reader wanted one, asks for the next while that one is read: the
 * gateway makes rows while the client looks at others. At most one frame is ahead; what is read no further than its first
 * frame costs no request. Not thread-safe, but for
 * {@link #cancel()}.
 */
final class ReadAhead implements FrameCursor.Frames {
    /** How long the end of a request is waited for before the gateway is told that nobody wants it. */
    private static final Duration PATIENCE = Duration.ofMillis(20);

    private static final ExecutorService THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 5, TimeUnit.SECONDS, new SynchronousQueue<>(), ReadAhead::thread);

    private final Requests requests;
    private final long limit;
    private @Nullable Future<Frame> ahead;
    private long aheadAt;
    private volatile boolean cancelled;

    /** The requests for frames of one result. */
    interface Requests {
        /** One that is sent when the result is called, from any thread; null if none can be sent beside others now. */
        @Nullable
        Callable<Frame> ahead(long offset) throws SQLException;

        /** Sends one and waits for its answer. */
        Frame now(long offset) throws SQLException;

        /** A frame that came ahead is wanted now. */
        void taken();

        /** Tells the gateway that nobody waits for the frame that is ahead, and waits until it gave up. */
        void stop();
    }

    /** Frames of a result of which at most {@code limit} rows are read; 0 for all. */
    ReadAhead(Requests requests, long limit) {
        this.requests = requests;
        this.limit = limit;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "strandline-jdbc-read-ahead");
        thread.setDaemon(true);
        thread.setContextClassLoader(null); // the caller's would live as long as the thread
        return thread;
    }

    /** No further frame is given. From any thread. */
    void cancel() {
        cancelled = true;
    }

    @Override
    public Frame at(long offset) throws SQLException {
        if (cancelled) {
            throw SqlErrors.of(
                    SqlState.CANCELLED, "the statement was cancelled while its rows were read; run it again");
        }
        Future<Frame> asked = ahead;
        ahead = null;
        Frame frame = asked != null && aheadAt == offset ? taken(asked, offset) : requests.now(offset);
        ask(frame, offset);
        return frame;
    }

    /** A frame that was refused because too much ran beside it is there still, and asked for once more. */
    private Frame taken(Future<Frame> asked, long offset) throws SQLException {
        try {
            Frame frame = answer(asked);
            requests.taken();
            return frame;
        } catch (SQLException e) {
            if (SqlState.TOO_MANY.equals(e.getSQLState())) {
                return requests.now(offset);
            }
            throw e;
        }
    }

    private void ask(Frame frame, long offset) throws SQLException {
        if (frame.done || !(frame.rows instanceof FrameRows)) {
            return;
        }
        long next = offset + ((FrameRows) frame.rows).count();
        if (limit > 0 && next >= limit) {
            return;
        }
        Callable<Frame> request = requests.ahead(next);
        if (request != null) {
            ahead = THREADS.submit(request);
            aheadAt = next;
        }
    }

    private static Frame answer(Future<Frame> asked) throws SQLException {
        try {
            return asked.get();
        } catch (ExecutionException e) {
            Throwable failure = e.getCause();
            if (failure instanceof SQLException) {
                throw (SQLException) failure;
            }
            throw SqlErrors.of(SqlState.GENERAL, "the next rows could not be read: " + failure, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.of(SqlState.CANCELLED, "the thread was interrupted while it waited for the next rows", e);
        }
    }

    /** Nothing more is wanted: what is ahead is waited for if it comes at once, and else given up. */
    void close() {
        Future<Frame> asked = ahead;
        ahead = null;
        if (asked == null) {
            return;
        }
        try {
            asked.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException notWanted) {
            // of rows that nobody reads
        } catch (TimeoutException e) {
            requests.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            requests.stop();
        }
    }
}
