package io.strandline.gateway.sql;

/** Runs changing statements: at most once under its key each, and its outcome can always be asked for (GW-1, GW-2). */
public interface ChangeRunner {
    /**
     * Runs it, or gives the outcome of the one that ran under its key.
     *
     * @throws io.strandline.common.StrandlineException the error it ends or ended with
     */
    Answer run(JournaledChange change, StatementExecution execution);
}
