package io.strandline.log.store;

import io.strandline.common.StrandlineException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when other gateways are to be told that there is more: at once by who publishes after a pause, and then not by each of
 * those who publish right after it, but once when a few milliseconds are over. To be told costs PostgreSQL nearly as much as to
 * insert an event. Thread-safe.
 *
 * <p>A gateway that dies before it told of the last events has told of one just before: so who is told looks once more, when
 * another gateway cannot be about to tell.
 */
final class Announcer implements AutoCloseable {
    /** Nobody is told later than this of what is committed. */
    private static final Duration SOON = Duration.ofMillis(10);

    /** Longer than a commit of what was under way, as a rule. */
    private static final Duration ONCE_MORE = Duration.ofMillis(500);

    private static final Logger LOG = LoggerFactory.getLogger(Announcer.class);

    private final Runnable tell;
    private final Runnable look;
    private final ScheduledThreadPoolExecutor timer;
    private long told = System.nanoTime() - SOON.toNanos();
    private boolean owed;
    private boolean looks;

    /**
     * One that has told nothing yet.
     *
     * @param tell tells other gateways, by a write of its own
     * @param look looks whether others have published
     */
    Announcer(String log, Runnable tell, Runnable look) {
        this.tell = tell;
        this.look = look;
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "log-announcer-" + log);
            thread.setDaemon(true);
            return thread;
        });
        timer.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // a commit that ends after the log
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timer.setKeepAliveTime(10, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /** Whether the commit that begins now is to tell by itself. */
    synchronized boolean isDue() {
        return System.nanoTime() - told >= SOON.toNanos();
    }

    /** A commit was made, or may have been; others are told of it by then, or soon. */
    synchronized void committed(boolean byItself) {
        if (byItself) {
            told = System.nanoTime();
            owed = false;
        } else if (!owed) {
            owed = true;
            Future<?> unused = timer.schedule(this::tellWhatIsOwed, SOON.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private void tellWhatIsOwed() {
        synchronized (this) {
            if (!owed) {
                return;
            }
            owed = false;
            told = System.nanoTime();
        }
        try {
            tell.run();
        } catch (StrandlineException e) {
            LOG.debug("Who listens was not told, and sees it when it looks again by itself.", e);
        }
    }

    /** Another gateway has told, or this one. */
    synchronized void heard() {
        if (!looks) {
            looks = true;
            Future<?> unused = timer.schedule(this::lookOnceMore, ONCE_MORE.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void lookOnceMore() {
        synchronized (this) {
            looks = false;
        }
        look.run();
    }

    /** Tells what is owed; nothing is after that. */
    @Override
    public void close() {
        timer.shutdown();
        tellWhatIsOwed();
    }
}
