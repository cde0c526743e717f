package io.strandline.reconcile;

import io.strandline.common.CallContext;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.stream.Stream;

/** Keeps no scan. */
final class NoScans implements Scans {
    @Override
    public Stored insert(Scan scan, List<Finding> findings, Coverage coverage) {
        return Stored.BEFORE;
    }

    @Override
    public boolean has(String statementId) {
        return false;
    }

    @Override
    public Stream<Scan> read(Wanted wanted, CallContext call) {
        return Stream.empty();
    }
}
