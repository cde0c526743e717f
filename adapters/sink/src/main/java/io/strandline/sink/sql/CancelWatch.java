package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.sink.Run;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks, while a statement writes into a run, whether it is still wanted. A run whose statement is cancelled comes to its end
 * between two pages (SNK-18); one whose destination does not answer for a moment after that is stopped there.
 */
final class CancelWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CancelWatch.class);
    private static final long MILLIS_BETWEEN_LOOKS = 100;

    /** Looks that a page has to come to its end by itself: pages that were handed over are better flushed than lost. */
    private static final int PATIENCE = 4;

    private final Run run;
    private final CallContext call;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable StrandlineException why;

    private CancelWatch(Run run, CallContext call) {
        this.run = run;
        this.call = call;
    }

    /** Looks until it is closed. */
    static CancelWatch over(Run run, CallContext call) {
        CancelWatch watch = new CancelWatch(run, call);
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
            run.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (StrandlineException e) {
            LOG.warn("Run {} was cancelled, but its destination could not be stopped: {}", run.id(), e.getMessage());
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

    /** What ended a statement: of a run that was stopped here, why that was. */
    StrandlineException cause(StrandlineException failure) {
        StrandlineException asked = why;
        return failure.code() == ErrorCode.CANCELLED && asked != null ? asked : failure;
    }

    @Override
    public void close() {
        over.countDown();
    }
}
