package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.common.StrandlineException;
import io.strandline.common.TableRef;
import io.strandline.sink.Run;
import io.strandline.sink.RunId;
import io.strandline.sink.Runs;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Which runs sessions have begun and not ended: the statements of one write into its runs. Thread-safe. */
final class SessionRuns {
    private static final Logger LOG = LoggerFactory.getLogger(SessionRuns.class);

    private final Runs runs;
    private final Map<String, Map<TableRef, RunId>> begun = new ConcurrentHashMap<>();

    SessionRuns(Runs runs) {
        this.runs = runs;
    }

    /**
     * The session has begun a run that writes to the table.
     *
     * @throws StrandlineException what the call was cancelled with meanwhile. A session that ends cancels its calls first: its run is
     *     given up here, since nobody else would know of it
     */
    void begins(String sessionId, TableRef table, Run run, CallContext call) {
        begun.compute(sessionId, (id, before) -> {
            Map<TableRef, RunId> ofSession = before == null ? new ConcurrentHashMap<>() : before;
            ofSession.put(table, run.id());
            return ofSession;
        });
        try {
            call.checkpoint();
        } catch (StrandlineException e) {
            begun.computeIfPresent(sessionId, (id, ofSession) -> {
                ofSession.remove(table, run.id());
                return ofSession.isEmpty() ? null : ofSession;
            });
            run.abort("its call was cancelled as it began");
            throw e;
        }
    }

    /** The run of the session that writes to the table, if it has one that has not ended. */
    Optional<Run> of(TableRef table, CallContext call) {
        return call.sessionId()
                .map(begun::get)
                .map(ofSession -> ofSession.get(table))
                .flatMap(runs::underWay)
                .filter(run -> !run.record().state().isEnded());
    }

    /** Gives up the runs of a session that has ended: nobody else would. */
    void ended(String sessionId) {
        Map<TableRef, RunId> left = begun.remove(sessionId);
        if (left != null) {
            left.values().forEach(id -> runs.underWay(id).ifPresent(SessionRuns::giveUp));
        }
    }

    /** One that cannot be given up is in flight in sink.runs, with the call that ends it. */
    private static void giveUp(Run run) {
        try {
            run.abort("its session ended");
        } catch (StrandlineException e) {
            LOG.warn("Run {} of a session that ended is left in flight: {}", run.id(), e.getMessage());
        }
    }
}
