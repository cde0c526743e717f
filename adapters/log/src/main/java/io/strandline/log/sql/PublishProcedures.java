package io.strandline.log.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.bool;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.Role;
import io.strandline.log.Bytes;
import io.strandline.log.Logs;
import io.strandline.log.Published;
import io.strandline.log.Publisher;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.Procedure;
import java.util.stream.Stream;

/** The procedures of the schema {@code log}. */
final class PublishProcedures {
    private static final String DRY_RUN = "Check it, and publish nothing.";

    private static final Columns<Published> COLUMNS = Columns.<Published>none()
            .column("log_name", text(), Published::log, "Log it was published to.")
            .column("partition_id", integer(), Published::partition, "Partition it went to.")
            .column("event_offset", bigint().orNull(), Published::offset, "Its offset; NULL if it was not published.")
            .column("done", bool(), Published::done, "Whether it was published.")
            .column("reason", text().orNull(), Published::reason, "Why not: dry_run; or audit_failed.");

    private PublishProcedures() {}

    static Procedure<Published> publish(Publisher publisher) {
        return Procedure.named("publish", "Publishes an event without a key to an append-only log.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("event", text(), "The event: JSON, by convention with type, subject and actor.")
                .optional("log_name", text(), Logs.OWN, "Log to publish to.")
                .optional("partition_id", integer(), 0, "Partition to publish to.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(COLUMNS)
                .does((arguments, call) -> Stream.of(publisher.publish(
                        arguments.text("log_name"),
                        arguments.optionalInteger("partition_id").orElseThrow(),
                        Bytes.ofText(arguments.text("event")),
                        arguments.bool("dry_run"),
                        call)));
    }

    static Procedure<Published> publishKeyed(Publisher publisher) {
        return Procedure.named("publish_keyed", "Publishes a value of a key, or its tombstone, to a compacted log.")
                .role(Role.OPERATOR)
                .changes()
                .parameter("log_name", text(), "Log to publish to.")
                .parameter("event_key", text(), "The key.")
                .parameter("event", text().orNull(), "Its value; NULL says that it has none any more.")
                .optional("partition_id", integer(), "Partition to publish to; the key's own if it is left out.")
                .optional("dry_run", bool(), false, DRY_RUN)
                .returns(COLUMNS)
                .doesInGroups((calls, call) ->
                        publisher
                                .publishKeyed(
                                        calls.stream()
                                                .map(PublishProcedures::keyed)
                                                .toList(),
                                        call)
                                .stream());
    }

    private static Publisher.Keyed keyed(Arguments arguments) {
        return new Publisher.Keyed(
                arguments.text("log_name"),
                arguments.optionalInteger("partition_id").orElse(null),
                Bytes.ofText(arguments.text("event_key")),
                arguments.optionalText("event").map(Bytes::ofText).orElse(null),
                arguments.bool("dry_run"));
    }
}
