package io.strandline.log.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.SubscriptionState;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.stream.Stream;

/** Who follows the logs on this gateway, and how far behind. */
final class SubscriptionsTable {
    private static final Columns<Row> COLUMNS = Columns.<Row>none()
            .column("log_name", text(), Row::log, "Log that is followed.")
            .column("partition_id", integer(), row -> row.state().partition(), "Partition that is followed.")
            .column(
                    "subscription_id",
                    bigint(),
                    row -> row.state().subscription(),
                    "Number of the subscription on this gateway.")
            .column("next_offset", bigint(), row -> row.state().next(), "Offset that it reads next.")
            .column("lag", bigint(), Row::lag, "How many offsets are written that it has not read.");

    private SubscriptionsTable() {}

    private record Row(String log, SubscriptionState state, long high) {
        long lag() {
            return Math.max(0, high - state.next());
        }
    }

    static VirtualTable<?> of(Logs logs) {
        return VirtualTable.<Row>named(
                        "subscriptions", "Subscriptions to the logs on this gateway, a row for each partition.")
                .columns(COLUMNS)
                .key("subscription_id", "partition_id")
                .rows((wanted, call) -> logs.all().stream().flatMap(log -> rows(log, call)));
    }

    private static Stream<Row> rows(MetadataEventLog log, CallContext call) {
        List<SubscriptionState> states = log.subscriptions();
        if (states.isEmpty()) {
            return Stream.empty();
        }
        List<Long> highs = log.highWaterMarks(call::checkpoint);
        return states.stream().map(state -> new Row(log.options().name(), state, highs.get(state.partition())));
    }
}
