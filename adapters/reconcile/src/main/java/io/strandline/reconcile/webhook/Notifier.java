package io.strandline.reconcile.webhook;

import static java.util.Objects.requireNonNull;

import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.reconcile.Outbox;
import io.strandline.reconcile.Outbox.Batch;
import io.strandline.reconcile.Outbox.Due;
import io.strandline.store.Leases;
import io.strandline.store.Leases.Lease;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts what is in the outbox to the connections' webhooks, at least once and in order, one gateway at a time for each. What
 * the receiver refuses (4xx) is put aside and posted again one by one, so that others do not wait for it. A failure is tried again after a pause that grows; the outbox keeps it, so nothing is held in memory and a killed gateway loses
 * nothing. Each webhook has a thread, so that one that hangs holds up no other.
 */
public final class Notifier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Notifier.class);
    private static final Duration TIDY_UP = Duration.ofHours(1);

    private final List<Endpoint> endpoints;
    private final Outbox outbox;
    private final Leases leases;
    private final Clock clock;
    private final NotifierOptions options;
    private final HttpPost http;
    private final ScheduledExecutorService threads;

    /** For those webhooks; does nothing until it is started. */
    public Notifier(List<Endpoint> endpoints, Outbox outbox, Leases leases, Clock clock, NotifierOptions options) {
        this.endpoints = List.copyOf(endpoints);
        this.outbox = requireNonNull(outbox, "outbox");
        this.leases = requireNonNull(leases, "leases");
        this.clock = requireNonNull(clock, "clock");
        this.options = requireNonNull(options, "options");
        this.http = new HttpPost(options.timeout());
        this.threads = Executors.newScheduledThreadPool(endpoints.size() + 1, task -> {
            Thread thread = new Thread(task, "notifier");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Begins to post, and to tidy up. */
    public void start() {
        repeat(TIDY_UP, "tidied up", () -> {
            Instant now = clock.instant();
            outbox.tidyUp(now.minus(options.pendingAtMost()), now.minus(options.kept()), now);
        });
        endpoints.forEach(endpoint ->
                repeat(options.poll(), "posted for connection " + endpoint.connection(), () -> round(endpoint)));
    }

    private void repeat(Duration every, String done, Runnable work) {
        var scheduled = threads.scheduleWithFixedDelay(
                () -> {
                    try {
                        work.run();
                    } catch (StrandlineException e) {
                        LOG.warn("Notices could not be {}: {} It is tried again.", done, e.getMessage());
                    } catch (RuntimeException | Error e) {
                        LOG.warn("Notices could not be {}. It is tried again.", done, e);
                    }
                },
                0,
                every.toMillis(),
                TimeUnit.MILLISECONDS);
        if (scheduled.isDone()) {
            throw new IllegalStateException("notices are not " + done);
        }
    }

    /** Posts all that is due, unless another gateway does. */
    private void round(Endpoint endpoint) {
        if (due(endpoint, 1).notices().isEmpty()) {
            return;
        }
        // long enough for one answer and what is written then
        Duration time = options.timeout().multipliedBy(3);
        Lease lease = leases.acquire("webhook:" + endpoint.connection(), time).orElse(null);
        if (lease == null) {
            return;
        }
        try (lease) {
            Batch batch = due(endpoint, options.batch());
            while (!batch.notices().isEmpty() && lease.renew() && post(endpoint, batch)) {
                batch = due(endpoint, options.batch());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Batch due(Endpoint endpoint, int atMost) {
        return outbox.due(endpoint.connection(), clock.instant(), atMost);
    }

    /** Whether the receiver may be asked to take more at once. */
    private boolean post(Endpoint endpoint, Batch batch) throws InterruptedException {
        String connection = endpoint.connection();
        List<Due> notices = batch.notices();
        Failpoint.NOTICE_POSTING.reach();
        HttpPost.Answer answer = http.post(endpoint, Payload.of(connection, notices), clock.instant());
        Failpoint.NOTICE_POSTED.reach();
        if (answer instanceof HttpPost.Arrived) {
            outbox.delivered(notices, clock.instant());
            return true;
        }
        if (answer instanceof HttpPost.Unwanted unwanted) {
            LOG.warn("The webhook {} of connection {}: {}.", endpoint.shownUrl(), connection, unwanted.error());
            outbox.giveUp(connection, unwanted.error(), clock.instant());
        } else if (answer instanceof HttpPost.Refused refused) {
            LOG.warn(
                    "The webhook {} of connection {} refused {} notices: {}. They are put aside, and posted again one"
                            + " by one; reconcile.notices has them as REFUSED.",
                    endpoint.shownUrl(),
                    connection,
                    notices.size(),
                    refused.error());
            outbox.refused(notices, refused.error(), clock.instant(), this::pause);
        } else if (answer instanceof HttpPost.Failed failed) {
            LOG.warn("The webhook {} of connection {} failed: {}.", endpoint.shownUrl(), connection, failed.error());
            if (batch.wereRefused()) {
                outbox.refused(notices, failed.error(), clock.instant(), this::pause);
            } else {
                outbox.failed(connection, notices, failed.error(), clock.instant(), this::pause);
            }
        }
        return false;
    }

    private Duration pause(long attempts) {
        return options.pause(attempts, ThreadLocalRandom.current().nextDouble());
    }

    /** Stops; a post that is under way is given up, and made again by the next gateway. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            if (!threads.awaitTermination(5, TimeUnit.SECONDS)) {
                LOG.warn("A notice was still being posted when the gateway ended.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
