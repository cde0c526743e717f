package io.strandline.sink;

import java.util.List;

/** Undoes what a run did (SNK-10 to SNK-13). */
public interface RollbackGroup {
    /**
     * Brings the destination back to what it was before the run, by what was kept of it: all or nothing where the destination
     * has transactions, else the outcome lists what was undone. Applies nothing when there are conflicts that
     * {@link RollbackOptions#force()} does not override, and on a dry run. What undoes the run
     * is used up in the same step: done twice it finds nothing to undo.
     *
     * @param context of the rollback: its run is the one to undo, its mode that run's
     */
    RollbackOutcome rollback(RollbackOptions options, SinkCallContext context);

    /** Drops what was kept to undo the run; nothing if there is nothing. A rollback after that is refused. */
    void forget(SinkCallContext context);

    /**
     * Runs that are past retention when the run of the context has landed: what undoes them can be dropped in its own commit. They
     * are forgotten one by one after that, which then finds nothing left to do.
     */
    default void retire(List<RunId> runs, SinkCallContext context) {}

    /** What is kept, oldest run first. */
    List<JournalEntry> journal(SinkCallContext context);
}
