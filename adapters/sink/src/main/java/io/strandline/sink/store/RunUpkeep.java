package io.strandline.sink.store;

import io.strandline.store.database.Upkeep;

/**
 * Says that this gateway is alive, so that others leave its runs alone, and finds the runs that others left, until it is closed
 * (GW-1).
 */
public final class RunUpkeep implements AutoCloseable {
    private final StoredRuns runs;
    private final Upkeep upkeep = new Upkeep("sinks", 2);

    /** Holds the lease, and has looked once, when it returns: to be made before the first run. */
    public RunUpkeep(StoredRuns runs) {
        this.runs = runs;
        runs.renew();
        runs.interrupt();
        upkeep.repeat(
                runs.lease().dividedBy(3), "The lease of this gateway's sink runs cannot be renewed", runs::renew);
        upkeep.repeat(runs.lease(), "Sink runs of dead gateways cannot be looked for", runs::interrupt);
    }

    @Override
    public void close() {
        upkeep.close();
        runs.release();
    }
}
