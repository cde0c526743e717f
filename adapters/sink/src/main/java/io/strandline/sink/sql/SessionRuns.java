package io.strandline.sink.sql;

import io.strandline.common.CallContext;
import io.strandline.common.TableRef;
import io.strandline.sink.Run;
import io.strandline.sink.RunId;
import io.strandline.sink.Runs;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Which runs sessions have begun and not ended: the statements of one write into its runs. Thread-safe. */
final class SessionRuns {
    private final Runs runs;
    private final Map<String, Map<TableRef, RunId>> begun = new ConcurrentHashMap<>();

    SessionRuns(Runs runs) {
        this.runs = runs;
    }

    /** The session has begun a run that writes to the table. */
    void begins(String sessionId, TableRef table, RunId run) {
        begun.computeIfAbsent(sessionId, any -> new ConcurrentHashMap<>()).put(table, run);
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
            left.values().forEach(id -> runs.underWay(id).ifPresent(run -> run.abort("its session ended")));
        }
    }
}
