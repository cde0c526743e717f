package io.strandline.gateway.sql;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;

/** Runs calls by themselves, when who asked for them has gone on. Thread-safe. */
@FunctionalInterface
public interface Background {
    /** Runs none. */
    Background NONE = (id, text, asker) -> {
        throw new StrandlineException(
                ErrorCode.NOT_SUPPORTED, "nothing runs in the background here. Leave background out.");
    };

    /**
     * Makes a place for a job, which is to be started or withdrawn.
     *
     * @param id of its statement
     * @param text the call, as {@code runtime.statements} shows it
     * @param asker who asks for it, whose user and options the job has
     * @throws StrandlineException {@code TOO_MANY} if as many as the settings allow are running
     */
    Job prepare(String id, String text, StatementExecution asker);

    /** A job that has a place. */
    interface Job {
        /** Its execution, which lives on when the asker's has ended. */
        StatementExecution execution();

        /** Runs the work, once; how that ends is how the job ends. */
        void start(Runnable work);

        /** Gives the place back; it was not started. */
        void withdraw();
    }
}
