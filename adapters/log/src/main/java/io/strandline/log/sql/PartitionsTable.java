package io.strandline.log.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.log.LogOptions;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How far each partition goes (LOG-6). */
final class PartitionsTable {
    private static final Columns<Row> COLUMNS = Columns.<Row>none()
            .column("log_name", text(), row -> row.log().name(), "Log it is of, as the configuration names it.")
            .column("partition_id", integer(), Row::partition, "Its number in the log, from 0.")
            .column("log_kind", text(), row -> row.log().kind().text(), "append_only or compacted.")
            .column("low_mark", bigint(), Row::low, "First offset that is kept; the high-water mark if none is.")
            .column("high_mark", bigint(), Row::high, "One more than the last offset that was written; 0 if none was.");

    private PartitionsTable() {}

    private record Row(LogOptions log, int partition, long low, long high) {}

    static VirtualTable<?> of(Logs logs) {
        return VirtualTable.<Row>named("partitions", "Partitions of the logs, with their water marks.")
                .columns(COLUMNS)
                .key("log_name", "partition_id")
                .rows((wanted, call) -> logs.all().stream().flatMap(log -> rows(log, call)));
    }

    private static Stream<Row> rows(MetadataEventLog log, CallContext call) {
        // low before high: so no low-water mark is above its high one
        List<Long> lows = log.lowWaterMarks(call::checkpoint);
        List<Long> highs = log.highWaterMarks(call::checkpoint);
        return IntStream.range(0, log.partitionCount())
                .mapToObj(partition -> new Row(log.options(), partition, lows.get(partition), highs.get(partition)));
    }
}
