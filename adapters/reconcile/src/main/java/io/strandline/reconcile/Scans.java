package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.util.stream.Stream;

/** The scans kept. Thread-safe; a store that fails throws, it is never an empty result. */
public interface Scans {
    /** Keeps a scan under an id of its own; keeps nothing if its statement has one already. */
    void insert(Scan scan);

    /** Whether that statement's scan is kept. */
    boolean has(String statementId);

    /** Scans that are wanted, in the wanted order. */
    Stream<Scan> read(Wanted wanted, CallContext call);
}
