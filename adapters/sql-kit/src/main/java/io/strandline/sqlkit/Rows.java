package io.strandline.sqlkit;

import io.strandline.common.CallContext;
import java.util.stream.Stream;

/** Where the rows of a table come from at each execution. Stateless and safe for use by many threads. */
@FunctionalInterface
public interface Rows<R> {
    /**
     * The rows that are wanted, lazily where there can be many; the reader closes the stream. Rows the caller may not see
     * are left out here (GW-3).
     */
    Stream<R> read(Wanted wanted, CallContext call);
}
