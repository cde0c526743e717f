package io.strandline.log.store;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.common.Failpoint;
import io.strandline.store.database.StoreDatabase;
import java.util.Map;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.SQLDataType;

/**
 * How far a relay has come in each partition of its source, in the store. It never goes back, also when a gateway that has
 * lost its lease writes late.
 */
final class RelayPositions {
    private static final Table<Record> RELAY = table(name("event_relay"));
    private static final Field<String> TARGET = field(name("target_name"), SQLDataType.CLOB);
    private static final Field<Long> PARTITION = field(name("partition_id"), SQLDataType.BIGINT);
    private static final Field<Long> NEXT = field(name("next_offset"), SQLDataType.BIGINT);
    private static final Field<Long> TARGET_MARK = field(name("target_mark"), SQLDataType.BIGINT);

    private final StoreDatabase store;
    private final String target;

    RelayPositions(StoreDatabase store, String target) {
        this.store = store;
        this.target = target;
    }

    /**
     * A place in a partition of the source.
     *
     * @param next events before it are in the target
     * @param targetMark offset in the target from which on there can be events that are not before {@code next}
     */
    record Position(long next, long targetMark) {}

    /** By partition; what is not there yet is written first, so that a later relay knows where this one began. */
    Map<Integer, Position> begin(Map<Integer, Position> unlessThere) {
        return store.write(dsl -> {
            unlessThere.forEach((partition, position) -> dsl.insertInto(RELAY)
                    .set(TARGET, target)
                    .set(PARTITION, (long) partition)
                    .set(NEXT, position.next())
                    .set(TARGET_MARK, position.targetMark())
                    .onConflictDoNothing()
                    .execute());
            return dsl.select(PARTITION, NEXT, TARGET_MARK)
                    .from(RELAY)
                    .where(TARGET.eq(target))
                    .fetchMap(row -> row.value1().intValue(), row -> new Position(row.value2(), row.value3()));
        });
    }

    /** By partition: the events before that place are in the target. */
    void reach(Map<Integer, Position> positions) {
        store.change(dsl -> {
            positions.forEach((partition, position) -> dsl.update(RELAY)
                    .set(NEXT, position.next())
                    .set(TARGET_MARK, position.targetMark())
                    .where(TARGET.eq(target))
                    .and(PARTITION.eq((long) partition))
                    .and(NEXT.lt(position.next())
                            .or(NEXT.eq(position.next()).and(TARGET_MARK.lt(position.targetMark()))))
                    .execute());
            Failpoint.RELAY_UNCOMMITTED.reach();
        });
    }
}
