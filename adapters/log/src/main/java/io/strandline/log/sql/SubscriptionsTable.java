package io.strandline.log.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.log.LatestView;
import io.strandline.log.LatestViews;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.SubscriptionState;
import io.strandline.sqlkit.Columns;
import io.strandline.sqlkit.VirtualTable;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
            .column("lag", bigint(), Row::lag, "How many offsets are written that it has not read.")
            .column(
                    "follower",
                    text(),
                    Row::follower,
                    "subscription, or view: what log.latest reads, which is brought up when somebody asks.")
            .column(
                    "warning",
                    text().orNull(),
                    Row::warning,
                    "What was wrong with the snapshot that a view should have begun from.");

    private SubscriptionsTable() {}

    private record Row(
            String log,
            SubscriptionState state,
            long high,
            String follower,
            @Nullable String warning) {
        long lag() {
            return Math.max(0, high - state.next());
        }
    }

    static VirtualTable<?> of(Logs logs, LatestViews views) {
        return VirtualTable.<Row>named(
                        "subscriptions", "Subscriptions to the logs on this gateway, a row for each partition.")
                .columns(COLUMNS)
                .key("subscription_id", "partition_id")
                .rows((wanted, call) -> logs.all().stream().flatMap(log -> rows(log, views, call)));
    }

    private static Stream<Row> rows(MetadataEventLog log, LatestViews views, CallContext call) {
        String name = log.options().name();
        List<SubscriptionState> states = log.subscriptions();
        Optional<LatestView> view = views.find(name);
        if (states.isEmpty() && view.isEmpty()) {
            return Stream.empty();
        }
        List<Long> highs = log.highWaterMarks(call::checkpoint);
        Stream<Row> subscribed =
                states.stream().map(state -> new Row(name, state, highs.get(state.partition()), "subscription", null));
        Stream<Row> viewed = view.stream()
                .flatMap(found -> found.states().stream()
                        .map(state -> new Row(
                                name,
                                state,
                                highs.get(state.partition()),
                                "view",
                                found.warning().orElse(null))));
        return Stream.concat(subscribed, viewed);
    }
}
