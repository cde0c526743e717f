package io.strandline.gateway.session;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Anything that was thrown, as the error its caller may read; what it may not read goes to the log. */
public final class Failures {
    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    /** Errors from this status on are the gateway's or a backend's and not the user's: the log has their causes. */
    private static final int FIRST_OF_THE_SERVER = 500;

    private Failures() {}

    /**
     * The failure itself if it is meant to be read; else an {@code INTERNAL} one that names only the id under which the log
     * has the details.
     *
     * @param id of the statement or request
     */
    public static StrandlineException readable(Throwable failure, String id) {
        if (failure instanceof StrandlineException meant && meant.code() != ErrorCode.INTERNAL) {
            if (meant.code().httpStatus() >= FIRST_OF_THE_SERVER) {
                LOG.warn("{}: {}", id, meant.getMessage(), meant);
            } else {
                LOG.debug("{}: {}", id, meant.getMessage(), meant);
            }
            return meant;
        }
        LOG.error("{}: unexpected failure", id, failure);
        return new StrandlineException(
                ErrorCode.INTERNAL,
                "the gateway failed in a way it did not expect; its log has the details under " + id
                        + ". Report it with that part of the log.");
    }
}
