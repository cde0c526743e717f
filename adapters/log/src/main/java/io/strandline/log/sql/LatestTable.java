package io.strandline.log.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.common.CallContext;
import io.strandline.log.Bytes;
import io.strandline.log.LatestView;
import io.strandline.log.LatestViews;
import io.strandline.log.LogRecord;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.util.List;
import java.util.stream.Stream;

/** What the compacted logs say at last (LOG-9, LOG-13). */
final class LatestTable {
    private static final Columns<LoggedEvent> COLUMNS = Columns.<LoggedEvent>none()
            .column(EventsTable.LOG, text(), LoggedEvent::log, "Compacted log it is in.")
            .column(
                    EventsTable.PARTITION,
                    integer(),
                    event -> event.found().partition(),
                    "Partition it is in, from 0. A key that was published to two of them has a value in each.")
            .column(EventsTable.KEY, text().orNull(), LoggedEvent::key, "Its key; NULL if that is not text.")
            .column(
                    EventsTable.OFFSET,
                    bigint(),
                    event -> event.found().offset(),
                    "Where the value is in the partition, from 0.")
            .column(EventsTable.TIME, timestamp(), event -> event.found().time(), "When the value was written.")
            .column(
                    "event_type",
                    text().orNull(),
                    event -> event.field("type"),
                    "The value's \"type\", where that is a JSON object.")
            .column("subject", text().orNull(), event -> event.field("subject"), "Its \"subject\", likewise.")
            .column(EventsTable.ACTOR, text().orNull(), event -> event.field("actor"), "Its \"actor\", likewise.")
            .column("payload", text().orNull(), LoggedEvent::payload, "The value as text; NULL if it is not UTF-8.")
            .column("payload_bytes", bigint(), event -> event.found().size() - keyBytes(event), "Bytes of the value.");

    private LatestTable() {}

    private static long keyBytes(LoggedEvent event) {
        Bytes key = event.found().key();
        return key == null ? 0 : key.length();
    }

    static VirtualTable<?> of(LatestViews views) {
        return VirtualTable.<LoggedEvent>named(
                        "latest",
                        "The last value of each key of the compacted logs, in order of log, partition and offset. It has"
                                + " what was published before the statement began.")
                .columns(COLUMNS)
                .key(EventsTable.LOG, EventsTable.PARTITION, EventsTable.OFFSET)
                .pushes(EventsTable.LOG, EventsTable.KEY)
                .ownedBy(EventsTable.ACTOR)
                .rows((wanted, call) -> views.all().stream()
                        .filter(view -> wanted.among(EventsTable.LOG)
                                .map(names -> names.contains(view.log().name()))
                                .orElse(true))
                        .flatMap(view -> rows(view, wanted, call)));
    }

    private static Stream<LoggedEvent> rows(LatestView view, Wanted wanted, CallContext call) {
        List<LogRecord> found = wanted.textEqualTo(EventsTable.KEY)
                .map(key -> view.find(Bytes.ofText(key), call::checkpoint))
                .orElseGet(() -> view.all(call::checkpoint));
        return found.stream().map(last -> new LoggedEvent(view.log().name(), last));
    }
}
