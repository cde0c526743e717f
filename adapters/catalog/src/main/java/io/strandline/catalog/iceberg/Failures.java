package io.strandline.catalog.iceberg;

import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.util.concurrent.CancellationException;

/** What kind of failure a backend's exception is. */
final class Failures {
    private Failures() {}

    /** A request that was interrupted says nothing about its object: it must not become "unreadable". */
    static void rethrowIfInterrupted(RuntimeException failure) {
        if (Thread.currentThread().isInterrupted() || isInterrupt(failure)) {
            CancellationException cancelled = new CancellationException("interrupted");
            cancelled.initCause(failure);
            throw cancelled;
        }
    }

    /** Whether a database is what failed. */
    static boolean isSql(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInterrupt(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException
                    || cause instanceof ClosedByInterruptException
                    || (cause instanceof InterruptedIOException && !(cause instanceof SocketTimeoutException))) {
                return true;
            }
        }
        return false;
    }
}
