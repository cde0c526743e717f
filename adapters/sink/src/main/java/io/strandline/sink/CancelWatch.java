package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, while a destination works for a statement, whether that is still wanted. A run whose statement is cancelled comes to
 * its end between two pages (SNK-18); a destination that does not answer for a moment after that is stopped.
 */
public final class CancelWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CancelWatch.class);
    private static final long MILLIS_BETWEEN_LOOKS = 100;

    /** Looks that a page has to come to its end by itself: pages that were handed over are better flushed than lost. */
    private static final int PATIENCE = 4;

    private final String what;
    private final Runnable stop;
    private final CallContext call;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable StrandlineException why;

    private CancelWatch(String what, Runnable stop, CallContext call) {
        this.what = what;
        this.stop = stop;
        this.call = call;
    }

    /** Looks after a run until it is closed. */
    public static CancelWatch over(Run run, CallContext call) {
        return over("run " + run.id(), run::stop, call);
    }

    /**
     * Looks until it is closed.
     *
     * @param what is watched, for the log
     * @param stop ends what the destination is doing; called once at most, by another thread
     */
    public static CancelWatch over(String what, Runnable stop, CallContext call) {
        CancelWatch watch = new CancelWatch(what, stop, call);
        Thread thread = new Thread(watch::look, "sink-watch " + call.statementId());
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    private void look() {
        try {
            for (int unwanted = 0; unwanted < PATIENCE; ) {
                if (over.await(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS)) {
                    return;
                }
                unwanted += isWanted() ? 0 : 1;
            }
            stop.run();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (StrandlineException e) {
            LOG.warn("{} was cancelled, but its destination could not be stopped: {}", what, e.getMessage());
        }
    }

    private boolean isWanted() {
        try {
            call.checkpoint();
            return true;
        } catch (StrandlineException e) {
            why = e;
            return false;
        }
    }

    /** What ended a statement: of what was stopped here, why that was. */
    public StrandlineException cause(StrandlineException failure) {
        StrandlineException asked = why;
        return failure.code() == ErrorCode.CANCELLED && asked != null ? asked : failure;
    }

    @Override
    public void close() {
        over.countDown();
    }
}
