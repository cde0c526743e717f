package io.strandline.jdbc.internal.client;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The request of a statement that is under way, if one is, and how another thread stops it. Thread-safe. */
final class UnderWay {
    /** How often it is told to stop at most. */
    private static final int TIMES = 5;

    /** How long it is waited for each time; what takes longer stops at its next safe point without being told again. */
    private static final Duration HEEDED_WITHIN = Duration.ofMillis(300);

    private volatile @Nullable CountDownLatch answered;

    /** Tells the gateway to stop. */
    interface Stop {
        void tell() throws SQLException;
    }

    /** A request is about to be sent. */
    synchronized CountDownLatch begins() {
        CountDownLatch begun = new CountDownLatch(1);
        answered = begun;
        return begun;
    }

    /** It was answered, or its answer was lost. From any thread; another one that began meanwhile stays under way. */
    void ends(CountDownLatch begun) {
        synchronized (this) {
            if (answered == begun) {
                answered = null;
            }
        }
        begun.countDown();
    }

    /**
     * Stops it. Told again while it is not heeded: the first word may have overtaken what it is to stop.
     *
     * @return whether anything was under way
     */
    boolean stop(Stop stop) throws SQLException {
        CountDownLatch running = answered;
        try {
            for (int i = 0; running != null && i < TIMES && running.getCount() > 0; i++) {
                stop.tell();
                if (running.await(HEEDED_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return running != null;
    }
}
