package io.strandline.sink;

import io.strandline.common.CallContext;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where runs begin and are undone: what statements and procedures call. Thread-safe. */
public interface Runs {
    /**
     * Begins a run: its record is kept before anything is written.
     *
     * @throws io.strandline.common.StrandlineException {@code REFUSED} for a mode, key or option that the sink does not have
     *     (SNK-4, SNK-9, SNK-25)
     */
    Run begin(RunRequest request, CallContext call);

    /** A run that is under way here, across statements. */
    Optional<Run> underWay(RunId id);

    /**
     * What of a run that nobody ended is in its destination, as this tells.
     *
     * @param token under which all was written that is asked for; null if that is the whole run
     * @throws io.strandline.common.StrandlineException what the destination fails with
     */
    Landing landing(RunRecord run, @Nullable CommitToken token, CallContext call);

    /**
     * Gives up a run, also one that a dead gateway left: removes what it staged. What it wrote stays, and can be rolled back.
     *
     * @throws io.strandline.common.StrandlineException {@code NO_SUCH_OBJECT}; {@code REFUSED} if another gateway runs it
     */
    RunRecord abort(RunId id, CallContext call);

    /**
     * Undoes a run, then rewinds its scope's token, then drops what was kept of it (SNK-10 to SNK-12).
     *
     * @throws io.strandline.common.StrandlineException {@code NO_SUCH_OBJECT}; {@code REFUSED} naming a later run in flight
     *     and the call that clears it, or that the run is past retention
     */
    RollbackOutcome rollback(RunId id, boolean force, boolean dryRun, CallContext call);

    /**
     * Sets how far a scope's source was written, back or forward.
     *
     * @param to null to forget the scope
     * @param dryRun to look only
     * @return what it was; null for none
     * @throws io.strandline.common.StrandlineException {@code NOT_SUPPORTED}; {@code REFUSED} naming a run of the scope in flight,
     *     which would drop what is to be sent again, or if a run moved the token meanwhile
     */
    @Nullable
    CommitToken rewind(SinkSpec sink, String scope, @Nullable CommitToken to, boolean dryRun, CallContext call);

    /** Drops what is kept to undo a run; nothing if it is dropped. A rollback after that is refused (SNK-13). */
    void forget(RunId id, CallContext call);
}
