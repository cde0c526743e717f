package io.strandline.reconcile.webhook;

import java.time.Duration;

/**
 * How notices are posted. Pauses are kept in the store, so that a restart, or another gateway, waits for their end too.
 *
 * @param poll time between two looks into the outbox
 * @param timeout how long one answer may take
 * @param batch most events of one post
 * @param firstPause pause after the first failure; doubled by each further one
 * @param longestPause and never longer than this
 * @param pendingAtMost what is pending for longer is given up
 * @param kept how long a notice that has ended can be seen
 */
public record NotifierOptions(
        Duration poll,
        Duration timeout,
        int batch,
        Duration firstPause,
        Duration longestPause,
        Duration pendingAtMost,
        Duration kept) {
    /** A look each second, 10 s for an answer, 100 events, pauses from 1 s to 15 min, given up after 3 days, seen for 7. */
    public static final NotifierOptions DEFAULTS = new NotifierOptions(
            Duration.ofSeconds(1),
            Duration.ofSeconds(10),
            100,
            Duration.ofSeconds(1),
            Duration.ofMinutes(15),
            Duration.ofDays(3),
            Duration.ofDays(7));

    /**
     * The pause after so many failed attempts.
     *
     * @param random from 0 to 1: takes up to half of the pause away, so that gateways do not come all at once
     */
    Duration pause(long attempts, double random) {
        long doublings = Math.min(30, Math.max(0, attempts - 1));
        Duration pause = firstPause.multipliedBy(1L << doublings);
        Duration capped = pause.compareTo(longestPause) > 0 ? longestPause : pause;
        return Duration.ofMillis(Math.round(capped.toMillis() * (1 - random / 2)));
    }
}
