package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.util.stream.Stream;

/** What stored scans found over time (REC-18). Thread-safe; a store that fails throws, it is never an empty result. */
public interface FindingHistory {
    /** Findings that are wanted, in the wanted order; the oldest first if none is. */
    Stream<PastFinding> findings(Wanted wanted, CallContext call);

    /**
     * The same findings counted by day: for each connection, catalog, namespace and kind that ever had one, every day from
     * its first finding to the last scan that could compare, in that order.
     *
     * @param wanted equalities of {@code connection_name}, {@code catalog_name}, {@code namespace} and {@code kind}, and
     *     comparisons of {@code day_utc}, are used; others are passed over
     */
    Stream<DriftDay> daily(Wanted wanted, CallContext call);
}
