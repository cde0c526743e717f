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
import io.strandline.sqlkit.Wanted;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How far each partition goes (LOG-6). A log that is away has rows that say so, and hides no other. */
final class PartitionsTable {
    private static final String LOG = "log_name";

    /** What needs no log to be asked. */
    private static final Set<String> CONFIGURED = Set.of(LOG, "partition_id", "log_kind");

    private static final Columns<Row> COLUMNS = Columns.<Row>none()
            .column(LOG, text(), row -> row.log().name(), "Log it is of, as the configuration names it.")
            .column("partition_id", integer(), Row::partition, "Its number in the log, from 0.")
            .column("log_kind", text(), row -> row.log().kind().text(), "append_only or compacted.")
            .column(
                    "low_mark",
                    bigint().orNull(),
                    row -> row.marks().low(row.partition()),
                    "First offset that is kept; the high-water mark if none is.")
            .column(
                    "high_mark",
                    bigint().orNull(),
                    row -> row.marks().high(row.partition()),
                    "One more than the last offset that was written; 0 if none was.")
            .with(AskedMarks.STATUS_AND_ERROR, Row::marks);

    private PartitionsTable() {}

    private record Row(LogOptions log, int partition, AskedMarks marks) {}

    static VirtualTable<?> of(Logs logs) {
        return VirtualTable.<Row>named("partitions", "Partitions of the logs, with their water marks.")
                .columns(COLUMNS)
                .key(LOG, "partition_id")
                .pushes(LOG)
                .rows((wanted, call) -> logs.wanted(wanted.among(LOG)).flatMap(log -> rows(log, wanted, call)));
    }

    private static Stream<Row> rows(MetadataEventLog log, Wanted wanted, CallContext call) {
        AskedMarks marks = CONFIGURED.containsAll(wanted.columns()) ? AskedMarks.NONE : AskedMarks.of(log, call);
        return IntStream.range(0, log.partitionCount()).mapToObj(partition -> new Row(log.options(), partition, marks));
    }
}
