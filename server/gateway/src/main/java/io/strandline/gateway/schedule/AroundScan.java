package io.strandline.gateway.schedule;

import io.strandline.common.Caller;
import java.util.Optional;
import java.util.function.Function;

/**
 * The calls that go with a scheduled scan, each by the connection's name, if it has one.
 *
 * @param before made first: what it mends is no finding. One that fails stops no scan
 * @param after made when the scan has ended well
 */
public record AroundScan(Function<String, Optional<Call>> before, Function<String, Optional<Call>> after) {
    /** No calls. */
    public static final AroundScan NOTHING =
            new AroundScan(connection -> Optional.empty(), connection -> Optional.empty());

    /**
     * A statement.
     *
     * @param sql its text
     * @param caller as whom it is run
     */
    public record Call(String sql, Caller caller) {}
}
