package io.strandline.sink;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Keeps runs and the rows they did not write. Thread-safe; a store that fails throws {@code STORE}. */
public interface RunStore {
    /** Keeps a new run, before anything is written. */
    void begin(RunRecord run);

    /**
     * Keeps how far it is: state, counts, token, error; asked by the gateway that runs it.
     *
     * @return false if it is not under way any more, and stays as it is: another gateway took this one for dead
     */
    boolean update(RunRecord run);

    /** Keeps how a run was ended that its gateway had left in flight. */
    void end(RunRecord run);

    /** Keeps rows that failed; over a bound for each run only their count is kept, in the run's own counts. */
    void failed(List<RowNote> rows);

    /** Keeps rows in quarantine, all of them. */
    void quarantined(List<RowNote> rows);

    /** The run of that id. */
    Optional<RunRecord> byId(RunId id);

    /** Runs of a sink that began after that one, oldest first. */
    List<RunRecord> after(RunRecord run);

    /** Runs of a sink that can still be undone, newest first. */
    List<RunRecord> undoable(String sink);

    /** Marks a run as rolled back, its token as the scope's last before it. */
    void rolledBack(RunId id, Instant at);

    /** Marks that nothing is to undo the run any more; what would is still there until {@link #dropped}. */
    void forgotten(RunId id);

    /** Marks that nothing is there any more that would undo a run that is forgotten. */
    void dropped(RunId id);

    /** Runs of a sink that are forgotten and whose destination still has what would undo them, oldest first. */
    List<RunRecord> undropped(String sink);

    /** Runs of a sink that are in flight, oldest first. */
    List<RunRecord> inFlight(String sink);

    /** Runs that SQL wants, in the wanted order. */
    Stream<RunRecord> runs(Wanted wanted, CallContext call);

    /** Rows that failed, that SQL wants, in the wanted order. */
    Stream<RowNote> failedRows(Wanted wanted, CallContext call);

    /** Rows in quarantine, that SQL wants, in the wanted order. */
    Stream<RowNote> quarantinedRows(Wanted wanted, CallContext call);

    /**
     * Makes runs that dead gateways left in flight {@link RunState#INTERRUPTED}.
     *
     * @return those, as they are now
     */
    List<RunRecord> interrupt();
}
