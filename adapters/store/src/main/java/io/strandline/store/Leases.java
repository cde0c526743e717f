package io.strandline.store;

import java.time.Duration;
import java.util.Optional;

/**
 * What one gateway at a time may do, by name. Thread-safe, shared by all gateways on the store; each acquisition counts as
 * a holder of its own, also two of one gateway.
 *
 * <p>On a shared store the database's clock alone says when a lease has ended, so that clocks of gateways need not agree. A
 * holder that was paused, or cannot reach the store, has lost its lease when its time has passed by its own monotonic clock
 * ({@link Lease#isHeld}); it is for the holder to ask that before each step. What must be exact is compared by
 * {@link Lease#fence}. The database's clock set back keeps a lease that nobody renews for so much longer; set forward, it
 * ends leases early, and who held one finds out when it renews.
 */
public interface Leases {
    /**
     * Takes the lease if nobody holds it.
     *
     * @param time how long it is held unless it is renewed
     * @throws io.strandline.common.StrandlineException {@code STORE} if the store does not answer: then it is not held
     */
    Optional<Lease> acquire(String name, Duration time);

    /** A lease that was taken. Thread-safe. */
    interface Lease extends AutoCloseable {
        /** Its name. */
        String name();

        /** Rises with each holder of that name: of two that think they hold it, the higher one does. */
        long fence();

        /** Whether its time has not passed, by the clock of this process that nobody sets. */
        boolean isHeld();

        /**
         * Holds it for its full time from now, unless somebody else has taken it meanwhile.
         *
         * @return whether it is held
         * @throws io.strandline.common.StrandlineException {@code STORE}; it is then held until its time passes
         */
        boolean renew();

        /** Gives it back. If the store does not answer it ends by itself. */
        @Override
        void close();
    }
}
