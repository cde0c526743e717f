package io.strandline.log.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;
import static io.strandline.sqlkit.SqlType.timestamp;

import io.strandline.log.Logs;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;

/** The events of all logs (LOG-10). */
final class EventsTable {
    static final String LOG = "log_name";
    static final String PARTITION = "partition_id";
    static final String OFFSET = "event_offset";
    static final String TIME = "event_time";
    static final String KEY = "event_key";
    static final String ACTOR = "actor";

    static final Columns<LoggedEvent> COLUMNS = Columns.<LoggedEvent>none()
            .column(LOG, text(), LoggedEvent::log, "Log it is in.")
            .column(PARTITION, integer(), event -> event.found().partition(), "Partition it is in, from 0.")
            .column(OFFSET, bigint(), event -> event.found().offset(), "Its place in the partition, from 0.")
            .column(
                    TIME,
                    timestamp(),
                    event -> event.found().time(),
                    "When it was written; never falls within a partition.")
            .column(KEY, text().orNull(), LoggedEvent::key, "Its key; NULL without one, or if that is not text.")
            .column(
                    "event_type",
                    text().orNull(),
                    event -> event.field("type"),
                    "What happened: the payload's \"type\", where that is a JSON object.")
            .column("subject", text().orNull(), event -> event.field("subject"), "What it happened to, likewise.")
            .column(ACTOR, text().orNull(), event -> event.field("actor"), "Who did it, likewise.")
            .column(
                    "payload",
                    text().orNull(),
                    LoggedEvent::payload,
                    "Its value as text; NULL for a tombstone, or if it is not text in UTF-8.")
            .column(
                    "payload_bytes",
                    bigint().orNull(),
                    LoggedEvent::payloadBytes,
                    "Bytes of the value; NULL for a tombstone.")
            .column(
                    "is_tombstone",
                    bool(),
                    event -> event.found().isTombstone(),
                    "Whether it says that its key has no value any more.");

    private EventsTable() {}

    static VirtualTable<LoggedEvent> of(Logs logs) {
        return VirtualTable.<LoggedEvent>named(
                        "events",
                        "Events that the logs keep, in order of log, partition and offset. Conditions on those and on time"
                                + " and key are read as ranges.")
                .columns(COLUMNS)
                .key(LOG, PARTITION, OFFSET)
                .pushes(LOG, KEY)
                .pushesComparisons(PARTITION, OFFSET, TIME)
                .ownedBy(ACTOR)
                .rows((wanted, call) ->
                        EventReader.stream(EventRanges.of(logs, wanted, call::checkpoint), call::checkpoint));
    }
}
