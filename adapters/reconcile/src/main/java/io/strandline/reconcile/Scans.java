package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.stream.Stream;

/** The scans kept. Thread-safe; a store that fails throws, it is never an empty result. */
public interface Scans {
    /**
     * Keeps a scan under an id of its own together with what it found, or nothing of both; keeps nothing if its statement has
     * one already. Open findings of the connection's namespace that it covers and did not find are resolved (REC-18).
     *
     * @param findings all that it found, in any order; failed look-ups among them are passed over
     */
    Stored insert(Scan scan, List<Finding> findings, Coverage coverage);

    /**
     * What was kept.
     *
     * @param opened findings that were not open before
     * @param seenAgain findings that were
     * @param resolved findings that are open no more
     * @param untold findings that nobody will be told of, since the outbox is full
     */
    record Stored(long opened, long seenAgain, long resolved, long untold) {
        /** Nothing, since it was kept before. */
        public static final Stored BEFORE = new Stored(0, 0, 0, 0);

        /** The same with another number of untold findings. */
        public Stored withUntold(long findings) {
            return new Stored(opened, seenAgain, resolved, findings);
        }
    }

    /** Whether that statement's scan is kept. */
    boolean has(String statementId);

    /** Scans that are wanted, in the wanted order. */
    Stream<Scan> read(Wanted wanted, CallContext call);
}
