package io.strandline.sink.database;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sqlite.BusyHandler;

/** How long a connection waits for a file that another has locked: so long, or until it is told not to any more. */
final class SqlitePatience extends BusyHandler {
    private static final long MOST_MILLIS_BETWEEN = 50;

    private final Duration most;
    private final CountDownLatch ended = new CountDownLatch(1);
    private long since;

    SqlitePatience(Duration most) {
        this.most = most;
    }

    /** Nothing is waited for any more. */
    void end() {
        ended.countDown();
    }

    /**
     * Called while the file is locked.
     *
     * @param times how often it was called for this lock already
     * @return 0 to give up
     */
    @Override
    protected int callback(int times) {
        if (times == 0) {
            since = System.nanoTime();
        }
        if (System.nanoTime() - since > most.toNanos()) {
            return 0;
        }
        try {
            return ended.await(Math.min(MOST_MILLIS_BETWEEN, 1L + times), TimeUnit.MILLISECONDS) ? 0 : 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
