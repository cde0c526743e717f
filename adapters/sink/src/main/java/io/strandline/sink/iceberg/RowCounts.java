package io.strandline.sink.iceberg;

import io.strandline.catalog.LakeTable;
import io.strandline.catalog.RowsWanted;
import io.strandline.catalog.TableRows;
import io.strandline.catalog.TableVersion;
import io.strandline.common.SystemCall;
import io.strandline.sink.SinkCallContext;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.iceberg.Snapshot;
import org.jspecify.annotations.Nullable;

/** How many rows a table had: by the snapshot's own summary, or, where rows are deleted one by one, by reading it. Thread-safe. */
record RowCounts(IcebergTarget target) {
    private static final String RECORDS = "total-records";
    private static final List<String> DELETES = List.of("total-equality-deletes", "total-position-deletes");

    /** The rows of a snapshot; empty if they cannot be counted. */
    OptionalLong of(Snapshot snapshot, SinkCallContext context) {
        String records = snapshot.summary().get(RECORDS);
        boolean plain = DELETES.stream()
                .allMatch(
                        deletes -> snapshot.summary().getOrDefault(deletes, "0").equals("0"));
        return records != null && plain ? OptionalLong.of(Long.parseLong(records)) : counted(snapshot, context);
    }

    private OptionalLong counted(Snapshot snapshot, SinkCallContext context) {
        TableRows rows = target.catalog().rows().orElse(null);
        if (rows == null) {
            return OptionalLong.empty();
        }
        SystemCall call = new SystemCall(context.startedAt());
        TableVersion version = new TableVersion.OfSnapshot(snapshot.snapshotId());
        LakeTable table = rows.at(target.ref(), version, call).orElse(null);
        if (table == null) {
            return OptionalLong.empty();
        }
        context.roundTrips().count();
        List<Integer> any = List.of(column(table, context.key()));
        try (Stream<@Nullable Object[]> read =
                rows.read(table, new RowsWanted(any, List.of(), OptionalLong.empty()), call)) {
            return OptionalLong.of(read.count());
        }
    }

    /** One of the key, which has a type that can be read. */
    private static int column(LakeTable table, List<String> key) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (key.contains(table.columns().get(i).name())) {
                return i;
            }
        }
        return 0;
    }
}
