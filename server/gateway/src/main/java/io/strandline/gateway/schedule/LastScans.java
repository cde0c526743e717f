package io.strandline.gateway.schedule;

import java.time.Instant;
import java.util.Optional;

/** When connections were compared last, by whomever on whichever gateway. */
@FunctionalInterface
public interface LastScans {
    /** The last scan of that connection, if the store has one. */
    Optional<LastScan> of(String connection);

    /**
     * A scan.
     *
     * @param ok whether it could compare
     */
    record LastScan(long id, Instant startedAt, boolean ok) {}
}
