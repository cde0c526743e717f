package io.strandline.gateway.schedule;

import io.strandline.common.Caller;
import java.util.Optional;

/** What is done before a scheduled scan, and when one has ended well. */
public interface AroundScan {
    /** Nothing. */
    AroundScan NOTHING = new AroundScan() {};

    /** The call to make first, if the connection has one: what it mends is no finding. One that fails stops no scan. */
    default Optional<Call> before(String connection) {
        return Optional.empty();
    }

    /** The call to make then, if the connection has one. */
    default Optional<Call> after(String connection) {
        return Optional.empty();
    }

    /**
     * A statement.
     *
     * @param sql its text
     * @param caller as whom it is run
     */
    record Call(String sql, Caller caller) {}
}
