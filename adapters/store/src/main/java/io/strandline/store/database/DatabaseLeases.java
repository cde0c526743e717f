package io.strandline.store.database;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.strandline.common.StrandlineException;
import io.strandline.store.Leases;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases in the store. Taking one is one statement, whose condition the database judges with the row locked. A SQLite store
 * belongs to one process, so what former ones held is free.
 */
public final class DatabaseLeases implements Leases {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLeases.class);

    private static final Table<Record> LEASE = table(name("lease"));
    private static final Field<String> NAME = field(name("lease_name"), SQLDataType.CLOB);
    private static final Field<String> HOLDER = field(name("holder"), SQLDataType.CLOB);
    private static final Field<Long> FENCE = field(name("lease", "fence"), SQLDataType.BIGINT);
    private static final Field<Long> NEW_FENCE = field(name("fence"), SQLDataType.BIGINT);
    private static final Field<Long> HELD_UNTIL = field(name("lease", "held_until"), SQLDataType.BIGINT);
    private static final Field<Long> NEW_UNTIL = field(name("held_until"), SQLDataType.BIGINT);

    private final StoreDatabase database;
    private final Clock clock;
    private final LongSupplier nanoTime;

    private DatabaseLeases(StoreDatabase database, Clock clock, LongSupplier nanoTime) {
        this.database = database;
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /**
     * The leases of that store.
     *
     * @param clock says when a lease ends on a store of one process; a shared store's own clock does there
     * @throws StrandlineException {@code STORE}
     */
    public static DatabaseLeases open(StoreDatabase database, Clock clock) {
        return open(database, clock, System::nanoTime);
    }

    static DatabaseLeases open(StoreDatabase database, Clock clock, LongSupplier nanoTime) {
        if (!database.isShared()) {
            database.change(dsl -> dsl.update(LEASE).set(NEW_UNTIL, 0L).execute());
        }
        return new DatabaseLeases(database, clock, nanoTime);
    }

    /** Now, in milliseconds, by the clock that all who share the store have in common. */
    private Field<Long> now() {
        return database.isShared()
                ? field("CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)", SQLDataType.BIGINT)
                : DSL.val(clock.millis());
    }

    @Override
    public Optional<Lease> acquire(String leaseName, Duration time) {
        String holder = UUID.randomUUID().toString();
        long asked = nanoTime.getAsLong();
        Field<Long> until = now().plus(time.toMillis());
        Optional<Long> fence = database.write(dsl -> {
            dsl.insertInto(LEASE)
                    .set(NAME, leaseName)
                    .set(HOLDER, holder)
                    .set(NEW_FENCE, 1L)
                    .set(NEW_UNTIL, until)
                    .onConflict(NAME)
                    .doUpdate()
                    .set(HOLDER, holder)
                    .set(NEW_FENCE, FENCE.plus(1))
                    .set(NEW_UNTIL, until)
                    .where(HELD_UNTIL.lt(now()))
                    .execute();
            return dsl.select(NEW_FENCE)
                    .from(LEASE)
                    .where(NAME.eq(leaseName).and(HOLDER.eq(holder)))
                    .fetchOptional(NEW_FENCE);
        });
        return fence.map(number -> new Held(leaseName, holder, number, time, asked));
    }

    /** A lease as its holder knows it. */
    private final class Held implements Lease {
        private final String leaseName;
        private final String holder;
        private final long fence;
        private final Duration time;
        private volatile long since;
        private volatile boolean lost;

        Held(String leaseName, String holder, long fence, Duration time, long since) {
            this.leaseName = leaseName;
            this.holder = holder;
            this.fence = fence;
            this.time = time;
            this.since = since;
        }

        @Override
        public String name() {
            return leaseName;
        }

        @Override
        public long fence() {
            return fence;
        }

        @Override
        public boolean isHeld() {
            // from before it was asked for, so that it ends here no later than in the store
            return !lost && nanoTime.getAsLong() - since < time.toNanos();
        }

        private Condition isOurs() {
            return NAME.eq(leaseName).and(HOLDER.eq(holder));
        }

        @Override
        public boolean renew() {
            if (lost) {
                return false;
            }
            long asked = nanoTime.getAsLong();
            int renewed = database.write(dsl -> dsl.update(LEASE)
                    .set(NEW_UNTIL, now().plus(time.toMillis()))
                    .where(isOurs())
                    .execute());
            if (renewed == 0) {
                lost = true;
                return false;
            }
            since = asked;
            return true;
        }

        @Override
        public void close() {
            if (lost) {
                return;
            }
            lost = true;
            try {
                database.change(dsl ->
                        dsl.update(LEASE).set(NEW_UNTIL, 0L).where(isOurs()).execute());
            } catch (StrandlineException e) {
                LOG.warn("The lease {} could not be given back and ends by itself: {}", leaseName, e.getMessage());
            }
        }
    }
}
