package io.strandline.gateway.session;

import java.time.Duration;

/**
 * How long a request may run, and what set that.
 *
 * @param source the setting or option a message names
 */
record TimeLimit(Duration time, String source) {
    /** The shorter of both. */
    TimeLimit atMost(Duration other, String otherSource) {
        return other.compareTo(time) < 0 ? new TimeLimit(other, otherSource) : this;
    }
}
