package io.strandline.store.database;

import java.time.Clock;
import java.time.Instant;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** By which clock leases end, as milliseconds since 1970 in a statement of the store. */
@FunctionalInterface
interface LeaseClock {
    /** Now. */
    Field<Long> now();

    /** That much later than now, in milliseconds. */
    default Field<Long> after(long millis) {
        return now().plus(millis);
    }

    /** Of a shared store its own, the one clock that all have in common; else the gateway's. */
    static LeaseClock of(StoreDatabase database, Clock clock) {
        Field<Long> own =
                DSL.field("CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)", SQLDataType.BIGINT);
        return database.isShared() ? () -> own : by(clock);
    }

    /** A gateway's. */
    static LeaseClock by(Clock clock) {
        return () -> {
            Instant now = clock.instant();
            return DSL.val(now.toEpochMilli(), SQLDataType.BIGINT);
        };
    }
}
