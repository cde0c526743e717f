package io.strandline.sink.store;

import io.strandline.store.database.Upkeep;
import java.time.Clock;
import java.time.Duration;

/**
 * Says that this gateway is alive, so that others leave its runs alone, finds the runs that others left, and lets go of old ones,
 * until it is closed (GW-1).
 */
public final class RunUpkeep implements AutoCloseable {
    /** How often old runs are looked for. */
    private static final Duration OFTEN = Duration.ofHours(1);

    private final StoredRuns runs;
    private final Upkeep upkeep = new Upkeep("sinks", 2);

    /**
     * Holds the lease, and has looked once, when it returns: to be made before the first run.
     *
     * @param kept how long a run is kept after its end, beyond the time that it can be undone
     */
    public RunUpkeep(StoredRuns runs, Duration kept, Clock clock) {
        this(runs, kept, clock, OFTEN);
    }

    RunUpkeep(StoredRuns runs, Duration kept, Clock clock, Duration often) {
        this.runs = runs;
        runs.renew();
        runs.interrupt();
        upkeep.repeat(
                runs.lease().dividedBy(3), "The lease of this gateway's sink runs cannot be renewed", runs::renew);
        upkeep.repeat(runs.lease(), "Sink runs of dead gateways cannot be looked for", runs::interrupt);
        upkeep.repeat(
                often,
                "Old sink runs cannot be let go of",
                () -> runs.forgetEndedBefore(clock.instant().minus(kept)));
    }

    @Override
    public void close() {
        upkeep.close();
        runs.release();
    }
}
