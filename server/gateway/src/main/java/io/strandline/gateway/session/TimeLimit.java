package io.strandline.gateway.session;

import java.time.Duration;

/**
 * How long a request may run, and what set that.
 *
 * @param time what was set
 * @param source the setting or option a message names
 * @param spent how much of it is gone before the request begins
 */
record TimeLimit(Duration time, String source, Duration spent) {
    /** Of a request that begins. */
    TimeLimit(Duration time, String source) {
        this(time, source, Duration.ZERO);
    }

    /** What the request has. */
    Duration left() {
        return time.minus(spent);
    }

    /** The shorter of both. */
    TimeLimit atMost(Duration other, String otherSource) {
        return other.compareTo(left()) < 0 ? new TimeLimit(other, otherSource) : this;
    }
}
