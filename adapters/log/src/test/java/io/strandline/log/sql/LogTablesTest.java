package io.strandline.log.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.common.SystemCall;
import io.strandline.log.Bytes;
import io.strandline.log.ForwardingLog;
import io.strandline.log.KeyedEvent;
import io.strandline.log.LogOptions;
import io.strandline.log.Logs;
import io.strandline.log.MetadataEventLog;
import io.strandline.log.Page;
import io.strandline.log.RangeVisitor;
import io.strandline.log.SetClock;
import io.strandline.log.memory.MemoryEventLog;
import io.strandline.sqlkit.Column;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.Condition.Operator;
import io.strandline.sqlkit.VirtualTable;
import io.strandline.sqlkit.Wanted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What statements want of the logs is all that is read of them, and a log that is away hides no other. */
class LogTablesTest {
    private static final int EVENTS = 3_000;

    private final SetClock clock = new SetClock();
    private int visited;

    /** A log that counts what is read of it: two partitions of so many events of 100 keys, one event a second. */
    private MetadataEventLog counting() {
        MemoryEventLog real = new MemoryEventLog(LogOptions.compacted("states", 2), clock);
        for (int i = 0; i < EVENTS; i++) {
            real.publishKeyedGroup(List.of(event(0, i), event(1, i)));
            clock.advance(Duration.ofSeconds(1));
        }
        return new ForwardingLog(real) {
            @Override
            public void visitRange(int partition, long start, long end, RangeVisitor visitor, Runnable checkpoint) {
                super.visitRange(
                        partition,
                        start,
                        end,
                        found -> {
                            visited++;
                            return visitor.visit(found);
                        },
                        checkpoint);
            }
        };
    }

    private static KeyedEvent event(int partition, int number) {
        return new KeyedEvent(partition, Bytes.ofText("k" + number % 100), Bytes.ofText("v" + number));
    }

    private static Condition condition(String column, Operator operator, Object... values) {
        return new Condition(column, operator, Arrays.asList(values));
    }

    private static <R> List<List<Object>> rows(
            VirtualTable<R> table, Set<String> columns, long limit, Condition... conditions) {
        Wanted wanted = new Wanted(columns, List.of(conditions), List.of(), OptionalLong.of(limit));
        List<Column<R>> shown = table.columns().stream()
                .filter(column -> columns.contains(column.name()))
                .toList();
        try (Stream<R> rows = table.rows().read(wanted, new SystemCall(Instant.EPOCH))) {
            return rows.limit(limit)
                    .map(row -> shown.stream()
                            .map(column -> (Object) column.value().apply(row))
                            .collect(Collectors.toCollection(ArrayList::new)))
                    .map(row -> (List<Object>) row)
                    .toList();
        }
    }

    private List<List<Object>> offsets(MetadataEventLog log, long limit, Condition... conditions) {
        visited = 0;
        return rows(EventsTable.of(new Logs(List.of(log))), Set.of("partition_id", "event_offset"), limit, conditions);
    }

    /** LOG-10: partition, offsets and times are ranges, of which nothing else is read. */
    @Test
    void conditionsAreReadAsRanges() {
        MetadataEventLog log = counting();
        assertThat(offsets(
                        log,
                        EVENTS,
                        condition("partition_id", Operator.EQUAL, 1),
                        condition("event_offset", Operator.GREATER_OR_EQUAL, 1_200L),
                        condition("event_offset", Operator.LESS, 1_203L)))
                .containsExactly(List.of(1, 1_200L), List.of(1, 1_201L), List.of(1, 1_202L));
        assertThat(visited).isEqualTo(3);
        Instant end = clock.instant();
        assertThat(offsets(
                        log,
                        EVENTS,
                        condition("event_time", Operator.GREATER_OR_EQUAL, end.minusSeconds(10)),
                        condition("event_time", Operator.LESS, end.minusSeconds(8))))
                .containsExactly(List.of(0, 2_990L), List.of(0, 2_991L), List.of(1, 2_990L), List.of(1, 2_991L));
        assertThat(visited).isEqualTo(4);
        assertThat(offsets(log, EVENTS, condition("log_name", Operator.EQUAL, "other")))
                .isEmpty();
        assertThat(visited).isZero();
    }

    /** LOG-10: who wants no more stops the reading after the page. */
    @Test
    void aLimitStopsTheReading() {
        MetadataEventLog log = counting();
        assertThat(offsets(log, 3)).containsExactly(List.of(0, 0L), List.of(0, 1L), List.of(0, 2L));
        assertThat(visited).isLessThanOrEqualTo(Page.MOST_RECORDS);
        assertThat(offsets(log, 2 * EVENTS)).hasSize(2 * EVENTS);
        assertThat(visited).isEqualTo(2 * EVENTS);
    }

    private static MetadataEventLog away(String name, ErrorCode code) {
        return new ForwardingLog(new MemoryEventLog(LogOptions.appendOnly(name, 2), new SetClock())) {
            @Override
            public List<Long> lowWaterMarks(Runnable checkpoint) {
                throw new StrandlineException(code, "it does not answer.");
            }
        };
    }

    /** A log that is away has its error in its rows; the others are shown, and what is asked of the others does not wait for it. */
    @Test
    void aLogThatIsAwayHidesNoOther() {
        MemoryEventLog there = new MemoryEventLog(LogOptions.appendOnly("there", 1), clock);
        there.publish(0, Bytes.ofText("x"));
        VirtualTable<?> table = PartitionsTable.of(new Logs(List.of(away("away", ErrorCode.BACKEND), there)));
        Set<String> columns = Set.of("log_name", "partition_id", "low_mark", "high_mark", "status", "error");
        assertThat(rows(table, columns, 10))
                .containsExactly(
                        Arrays.asList("away", 0, null, null, "error", "it does not answer."),
                        Arrays.asList("away", 1, null, null, "error", "it does not answer."),
                        Arrays.asList("there", 0, 0L, 1L, "ok", null));
        assertThat(rows(table, columns, 10, condition("log_name", Operator.EQUAL, "there")))
                .hasSize(1);
        VirtualTable<?> stopped = PartitionsTable.of(new Logs(List.of(away("away", ErrorCode.CANCELLED), there)));
        assertThat(rows(stopped, Set.of("log_name"), 10)).as("no log is asked").hasSize(3);
        assertThat(rows(stopped, columns, 10, condition("log_name", Operator.IN, "there", "x")))
                .hasSize(1);
        assertThatThrownBy(() -> rows(stopped, columns, 10)).isInstanceOf(StrandlineException.class);
    }
}
