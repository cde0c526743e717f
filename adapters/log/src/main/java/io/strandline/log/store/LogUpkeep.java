package io.strandline.log.store;

import static io.strandline.log.store.LogTables.COMPACTED_TO;
import static io.strandline.log.store.LogTables.EVENT;
import static io.strandline.log.store.LogTables.EVENT_KEY;
import static io.strandline.log.store.LogTables.EVENT_NO;
import static io.strandline.log.store.LogTables.EVENT_TIME;
import static io.strandline.log.store.LogTables.EVENT_VALUE;
import static io.strandline.log.store.LogTables.HIGH_MARK;
import static io.strandline.log.store.LogTables.KEY_HASH;
import static io.strandline.log.store.LogTables.LOST_BEFORE;
import static io.strandline.log.store.LogTables.LOW_MARK;
import static io.strandline.log.store.LogTables.PARTITION;
import static io.strandline.log.store.LogTables.PARTITION_NO;
import static org.jooq.impl.DSL.exists;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.greatest;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.selectOne;
import static org.jooq.impl.DSL.val;

import io.strandline.log.LogKind;
import io.strandline.log.LogOptions;
import io.strandline.store.database.StoreDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record4;
import org.jooq.Table;
import org.jspecify.annotations.Nullable;

/**
 * Lets go of what a partition does not keep any more, a page of events in a transaction. Each begins by locking the
 * partition's row, as publishers do, so that marks and events always agree; several gateways may do it at once.
 */
final class LogUpkeep {
    /** Events of one transaction. */
    private static final long PAGE = 1_000;

    private static final Table<Record> LATER = EVENT.as("later");

    private final StoreDatabase store;
    private final LogOptions options;
    private final PartitionNumbers numbers;

    LogUpkeep(StoreDatabase store, LogOptions options, PartitionNumbers numbers) {
        this.store = store;
        this.options = options;
        this.numbers = numbers;
    }

    /** How far a partition goes, with its row locked. */
    private record Marks(long low, long high, long lostBefore, long compactedTo) {}

    /**
     * Does what there is to do.
     *
     * @param stop whether to leave the rest for another time
     */
    void tidyUp(Instant now, BooleanSupplier stop) {
        for (int partition : due(now)) {
            tidyUp(partition, now, stop);
        }
    }

    private void tidyUp(int partition, Instant now, BooleanSupplier stop) {
        if (options.kind() == LogKind.COMPACTED) {
            repeat(stop, dsl -> compactPage(dsl, partition));
            repeat(stop, dsl -> dropTombstones(dsl, partition, now.minus(options.tombstonesKept())));
        } else if (options.keep() != null) {
            repeat(stop, dsl -> dropOld(dsl, partition, now.minus(options.keep())));
        }
    }

    /**
     * Partitions in which there is anything to do: to lock is to write, and so an fsync on each gateway. One question for all of
     * them, since an idle gateway asks it again and again.
     */
    private List<Integer> due(Instant now) {
        if (options.kind() == LogKind.APPEND_ONLY && options.keep() == null) {
            return List.of();
        }
        return store.read(dsl -> IntStream.range(0, options.partitions())
                .filter(partition -> hasWork(dsl, partition, now))
                .boxed()
                .toList());
    }

    private boolean hasWork(DSLContext dsl, int partition, Instant now) {
        Marks marks = dsl.select(LOW_MARK, HIGH_MARK, LOST_BEFORE, COMPACTED_TO)
                .from(PARTITION)
                .where(PARTITION_NO.eq(numbers.partition(partition)))
                .fetchSingle(LogUpkeep::marks);
        Duration keep = options.keep();
        return keep != null
                ? firstOffsetAt(dsl, partition, now.minus(keep)) > marks.low()
                : marks.high() > marks.compactedTo()
                        || !over(dsl, partition, marks, now.minus(options.tombstonesKept()))
                                .isEmpty();
    }

    /** Numbers of tombstones whose time is over, of the first so many. */
    private List<Long> over(DSLContext dsl, int partition, Marks marks, Instant before) {
        return dsl.select(EVENT_NO)
                .from(EVENT)
                .where(EVENT_VALUE.isNull())
                .and(between(partition, 0, marks.compactedTo()))
                .and(EVENT_TIME.lt(before.toEpochMilli()))
                .orderBy(EVENT_NO)
                .limit(PAGE)
                .fetch(EVENT_NO);
    }

    /** One transaction of the work. */
    @FunctionalInterface
    private interface Step {
        /** Whether there is more. */
        boolean carryOut(DSLContext dsl);
    }

    private void repeat(BooleanSupplier stop, Step step) {
        boolean more = true;
        while (more && !stop.getAsBoolean()) {
            more = store.write(step::carryOut);
        }
    }

    /** Takes what the next page of events says better than those before it. */
    private boolean compactPage(DSLContext dsl, int partition) {
        Marks marks = lock(dsl, partition);
        long end = Math.min(marks.high(), marks.compactedTo() + PAGE);
        if (end == marks.compactedTo()) {
            return false;
        }
        Field<Long> laterNumber = of(LATER, EVENT_NO);
        Condition saidBetter = exists(selectOne()
                .from(LATER)
                .where(of(LATER, KEY_HASH).eq(of(EVENT, KEY_HASH)))
                .and(of(LATER, EVENT_KEY).eq(of(EVENT, EVENT_KEY)))
                .and(laterNumber.gt(of(EVENT, EVENT_NO)))
                .and(laterNumber.lt(numbers.event(partition, end))));
        dsl.deleteFrom(EVENT)
                .where(KEY_HASH.in(
                        dsl.select(KEY_HASH).from(EVENT).where(between(partition, marks.compactedTo(), end))))
                .and(between(partition, 0, end))
                .and(saidBetter)
                .execute();
        setMarks(dsl, partition, marks.lostBefore(), end);
        return end < marks.high();
    }

    /** Takes tombstones whose time is over; compaction has taken what their keys had before them. */
    private boolean dropTombstones(DSLContext dsl, int partition, Instant before) {
        Marks marks = lock(dsl, partition);
        List<Long> over = over(dsl, partition, marks, before);
        if (over.isEmpty()) {
            return false;
        }
        dsl.deleteFrom(EVENT).where(EVENT_NO.in(over)).execute();
        long lost = PartitionNumbers.offset(over.get(over.size() - 1)) + 1;
        setMarks(dsl, partition, Math.max(marks.lostBefore(), lost), marks.compactedTo());
        return over.size() == PAGE;
    }

    /** Takes events whose time is over. */
    private boolean dropOld(DSLContext dsl, int partition, Instant before) {
        Marks marks = lock(dsl, partition);
        long kept = firstOffsetAt(dsl, partition, before);
        long end = Math.min(kept, marks.low() + PAGE);
        if (end <= marks.low()) {
            return false;
        }
        dsl.deleteFrom(EVENT).where(between(partition, 0, end)).execute();
        setMarks(dsl, partition, Math.max(marks.lostBefore(), end), marks.compactedTo());
        return end < kept;
    }

    private Marks lock(DSLContext dsl, int partition) {
        return dsl.update(PARTITION)
                .set(HIGH_MARK, HIGH_MARK)
                .where(PARTITION_NO.eq(numbers.partition(partition)))
                .returningResult(LOW_MARK, HIGH_MARK, LOST_BEFORE, COMPACTED_TO)
                .fetchSingle(LogUpkeep::marks);
    }

    private static Marks marks(Record4<Long, Long, Long, Long> row) {
        return new Marks(row.value1(), row.value2(), row.value3(), row.value4());
    }

    private void setMarks(DSLContext dsl, int partition, long lostBefore, long compactedTo) {
        Long first = dsl.select(min(EVENT_NO))
                .from(EVENT)
                .where(between(partition, 0, Long.MAX_VALUE))
                .fetchSingle()
                .value1();
        Field<Long> low = first == null ? HIGH_MARK : val(PartitionNumbers.offset(first));
        dsl.update(PARTITION)
                .set(LOW_MARK, greatest(LOW_MARK, low))
                .set(LOST_BEFORE, lostBefore)
                .set(COMPACTED_TO, compactedTo)
                .where(PARTITION_NO.eq(numbers.partition(partition)))
                .execute();
    }

    /**
     * The offset of the first event of that time or later, or the high-water mark: times never fall within a partition, so it
     * is found by halves.
     */
    long firstOffsetAt(DSLContext dsl, int partition, Instant time) {
        long before = 0;
        long found = dsl.select(HIGH_MARK)
                .from(PARTITION)
                .where(PARTITION_NO.eq(numbers.partition(partition)))
                .fetchSingle()
                .value1();
        while (before < found) {
            long middle = (before + found) >>> 1;
            Event next = next(dsl, partition, middle, found);
            if (next == null) {
                // compaction left nothing from the middle on
                found = middle;
            } else if (next.time() < time.toEpochMilli()) {
                before = next.offset() + 1;
            } else {
                found = middle;
            }
        }
        return found;
    }

    private record Event(long offset, long time) {}

    private @Nullable Event next(DSLContext dsl, int partition, long from, long to) {
        return dsl.select(EVENT_NO, EVENT_TIME)
                .from(EVENT)
                .where(between(partition, from, to))
                .orderBy(EVENT_NO)
                .limit(1)
                .fetchOne(row -> new Event(PartitionNumbers.offset(row.value1()), row.value2()));
    }

    private Condition between(int partition, long from, long to) {
        return EVENT_NO.ge(numbers.event(partition, from)).and(EVENT_NO.lt(numbers.event(partition, to)));
    }

    private static <T> Field<T> of(Table<?> table, Field<T> column) {
        return field(name(table.getName(), column.getName()), column.getDataType());
    }
}
