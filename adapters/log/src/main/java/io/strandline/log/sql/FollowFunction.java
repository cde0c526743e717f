package io.strandline.log.sql;

import static io.strandline.sqlkit.SqlType.bigint;
import static io.strandline.sqlkit.SqlType.integer;
import static io.strandline.sqlkit.SqlType.text;

import io.strandline.common.CallContext;
import io.strandline.common.Durations;
import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.Text;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.PartitionStart;
import io.strandline.log.Subscription;
import io.strandline.sqlkit.Arguments;
import io.strandline.sqlkit.Parameter;
import io.strandline.sqlkit.TableFunction;
import io.strandline.sqlkit.VirtualTable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code TABLE(log.follow(…))}: the events of a log as they come (LOG-3). */
final class FollowFunction {
    private static final List<Parameter> PARAMETERS = List.of(
            new Parameter("log_name", text(), true, Logs.OWN, "Log to follow."),
            new Parameter(
                    "partition_id", integer().orNull(), true, null, "Partition to follow; all if it is left out."),
            new Parameter(
                    "from_offset",
                    bigint().orNull(),
                    true,
                    null,
                    "First offset of each partition; if it is left out, what is written from now on."),
            new Parameter(
                    "max_wait",
                    text().orNull(),
                    true,
                    null,
                    "The rows end when nothing came for so long, as in 30s; never if it is left out."));

    /** A log that is away is asked again, but not while a thread waits for it. */
    private static final Duration ONE_LOOK = Duration.ofMillis(100);

    private FollowFunction() {}

    static TableFunction of(Logs logs) {
        return new TableFunction(
                "follow",
                "The events of a log from an offset on, and then each that is written.",
                PARAMETERS,
                EventsTable.COLUMNS,
                arguments -> table(logs, Wish.of(arguments)));
    }

    /** What is to be followed; the wait is null for ever. */
    private record Wish(
            String log,
            Optional<Integer> partition,
            Optional<Long> from,
            @Nullable Duration longestWait) {
        static Wish of(Arguments arguments) {
            return new Wish(
                    arguments.text("log_name"),
                    arguments.optionalInteger("partition_id"),
                    arguments.optionalBigint("from_offset"),
                    arguments.optionalText("max_wait").map(Wish::duration).orElse(null));
        }

        private static Duration duration(String text) {
            return Durations.parse(text)
                    .orElseThrow(() -> new StrandlineException(
                            ErrorCode.BAD_ARGUMENT,
                            "max_wait of log.follow: \"" + Text.cut(text, 100) + "\" " + Durations.FORM + "."));
        }
    }

    private static VirtualTable<LoggedEvent> table(Logs logs, Wish wish) {
        return VirtualTable.<LoggedEvent>named("follow", "Events of a log, as they come.")
                .columns(EventsTable.COLUMNS)
                .ownedBy(EventsTable.ACTOR)
                .endless()
                .rows((wanted, call) -> follow(logs.require(wish.log()), wish, call));
    }

    private static Stream<LoggedEvent> follow(MetadataEventLog log, Wish wish, CallContext call) {
        wish.partition().ifPresent(log.options()::requirePartition);
        Follower follower = new Follower(
                log.options().name(), () -> subscription(log, wish, call), log::mayPass, wish.longestWait(), call);
        return follower.stream().onClose(follower::close);
    }

    /** The first attempt is always made: what gives up has then what it waited for, which may pass. */
    private static Runnable oneLook(MetadataEventLog log, CallContext call) {
        Runnable soon = Logs.within(ONE_LOOK, log, call::checkpoint);
        AtomicBoolean looked = new AtomicBoolean();
        return () -> {
            if (looked.getAndSet(true)) {
                soon.run();
            } else {
                call.checkpoint();
            }
        };
    }

    private static Subscription subscription(MetadataEventLog log, Wish wish, CallContext call) {
        // also where a first offset is given: it shows soon whether the log can be asked
        List<Long> highs = log.highWaterMarks(oneLook(log, call));
        return log.subscribe(IntStream.range(0, log.partitionCount())
                .filter(partition ->
                        wish.partition().map(own -> own == partition).orElse(true))
                .mapToObj(partition -> new PartitionStart(partition, wish.from().orElse(highs.get(partition))))
                .toList());
    }
}
