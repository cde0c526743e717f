package io.strandline.gateway.schedule;

import io.strandline.common.Caller;
import java.util.Optional;

/** What is done when a scheduled scan has ended well. */
@FunctionalInterface
public interface AfterScan {
    /** Nothing. */
    AfterScan NOTHING = connection -> Optional.empty();

    /** The call to make then, if the connection's policy has one. */
    Optional<Call> of(String connection);

    /**
     * A statement.
     *
     * @param sql its text
     * @param caller as whom it is run
     */
    record Call(String sql, Caller caller) {}
}
