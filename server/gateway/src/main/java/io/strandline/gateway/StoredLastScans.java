package io.strandline.gateway;

import io.strandline.common.SystemCall;
import io.strandline.gateway.schedule.LastScans;
import io.strandline.reconcile.Scan;
import io.strandline.reconcile.Scans;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SortKey;
import io.strandline.sqlkit.Wanted;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** The last scans that the store has. */
record StoredLastScans(Scans scans, Clock clock) implements LastScans {
    @Override
    public Optional<LastScan> of(String connection) {
        Wanted last = new Wanted(
                Set.of(),
                List.of(new Condition("connection_name", Condition.Operator.EQUAL, List.of(connection))),
                List.of(new SortKey("scan_id", true, false)),
                OptionalLong.of(1));
        try (Stream<Scan> found = scans.read(last, new SystemCall(clock.instant()))) {
            return found.findFirst().map(scan -> new LastScan(scan.id(), scan.startedAt(), scan.error() == null));
        }
    }
}
