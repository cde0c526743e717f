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
    private static final String LOG = "log_name";

    private static final Columns<Row> COLUMNS = Columns.<Row>none()
            .column(LOG, text(), Row::log, "Log that is followed.")
            .column("partition_id", integer(), row -> row.state().partition(), "Partition that is followed.")
            .column(
                    "subscription_id",
                    bigint(),
                    row -> row.state().subscription(),
                    "Number of the subscription on this gateway.")
            .column("next_offset", bigint(), row -> row.state().next(), "Offset that it reads next.")
            .column("lag", bigint().orNull(), Row::lag, "How many offsets are written that it has not read.")
            .column(
                    "follower",
                    text(),
                    Row::follower,
                    "subscription, or view: what log.latest reads, which is brought up when somebody asks.")
            .column(
                    "warning",
                    text().orNull(),
                    Row::warning,
                    "What was wrong with the snapshot that a view should have begun from.")
            .with(AskedMarks.STATUS_AND_ERROR, Row::marks);

    private SubscriptionsTable() {}

    private record Row(
            String log,
            SubscriptionState state,
            AskedMarks marks,
            String follower,
            @Nullable String warning) {
        @Nullable
        Long lag() {
            Long high = marks.high(state.partition());
            return high == null ? null : Math.max(0, high - state.next());
        }
    }

    static VirtualTable<?> of(Logs logs, LatestViews views) {
        return VirtualTable.<Row>named(
                        "subscriptions", "Subscriptions to the logs on this gateway, a row for each partition.")
                .columns(COLUMNS)
                .key("subscription_id", "partition_id")
                .pushes(LOG)
                .rows((wanted, call) -> logs.wanted(wanted.among(LOG)).flatMap(log -> rows(log, views, call)));
    }

    private static Stream<Row> rows(MetadataEventLog log, LatestViews views, CallContext call) {
        String name = log.options().name();
        List<SubscriptionState> states = log.subscriptions();
        Optional<LatestView> view = views.find(name);
        if (states.isEmpty() && view.isEmpty()) {
            return Stream.empty();
        }
        AskedMarks marks = AskedMarks.of(log, call);
        Stream<Row> subscribed = states.stream().map(state -> new Row(name, state, marks, "subscription", null));
        Stream<Row> viewed = view.stream()
                .flatMap(found -> found.states().stream()
                        .map(state -> new Row(
                                name, state, marks, "view", found.warning().orElse(null))));
        return Stream.concat(subscribed, viewed);
    }
}
