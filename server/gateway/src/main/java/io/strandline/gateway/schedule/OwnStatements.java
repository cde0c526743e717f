package io.strandline.gateway.schedule;

import io.strandline.common.Caller;

/** Statements that the gateway itself runs, listed and journaled as those of any user. */
@FunctionalInterface
public interface OwnStatements {
    /** A statement of that user, which is not run yet. */
    OwnStatement of(String sql, Caller caller);

    /** One of them. */
    interface OwnStatement {
        /** Its id. */
        String id();

        /**
         * Runs it to its end on this thread, once.
         *
         * @throws io.strandline.common.StrandlineException the error it ended with
         */
        void run();

        /** Asks it to stop at its next safe point. */
        void cancel(String reason);
    }
}
