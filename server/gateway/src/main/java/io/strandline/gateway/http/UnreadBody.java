package io.strandline.gateway.http;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Content;

/**
 * What is left of the body of a request that is refused. A client that still sends while the connection is closed is told of that by
 * its operating system, and may never see the answer: so a little more is read first.
 */
final class UnreadBody {
    private static final long MOST_BYTES = 4L << 20;
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private UnreadBody() {}

    /** Reads on for a moment. */
    static void readOn(Content.Source body) {
        long until = System.nanoTime() + LONGEST.toNanos();
        long bytes = 0;
        while (bytes < MOST_BYTES) {
            Content.Chunk chunk = body.read();
            if (chunk == null) {
                if (!isThere(body, until - System.nanoTime())) {
                    return;
                }
                continue;
            }
            bytes += chunk.remaining();
            boolean ends = chunk.isLast() || Content.Chunk.isFailure(chunk);
            chunk.release();
            if (ends) {
                return;
            }
        }
    }

    private static boolean isThere(Content.Source body, long nanos) {
        CountDownLatch there = new CountDownLatch(1);
        body.demand(there::countDown);
        try {
            return there.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
