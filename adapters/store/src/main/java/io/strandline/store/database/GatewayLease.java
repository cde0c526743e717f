package io.strandline.store.database;

import static io.strandline.store.database.JournalTables.EFFECT;
import static io.strandline.store.database.JournalTables.ENDED_AT;
import static io.strandline.store.database.JournalTables.GATEWAY;
import static io.strandline.store.database.JournalTables.GATEWAY_ID;
import static io.strandline.store.database.JournalTables.HOST;
import static io.strandline.store.database.JournalTables.LEASE_MILLIS;
import static io.strandline.store.database.JournalTables.LEASE_UNTIL;
import static io.strandline.store.database.JournalTables.OWNER_ID;
import static io.strandline.store.database.JournalTables.PROCESS_ID;
import static io.strandline.store.database.JournalTables.STARTED_AT;
import static io.strandline.store.database.JournalTables.STATE;
import static io.strandline.store.database.JournalTables.STATEMENT;

import io.strandline.common.ErrorCode;
import io.strandline.common.Failpoint;
import io.strandline.common.StrandlineException;
import io.strandline.store.Journal.State;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * That this gateway is alive, and which others are dead (GW-1). On SQLite the process lock tells: every other gateway is
 * dead. On PostgreSQL a gateway is dead when it has not renewed its lease by the database's clock, whatever the gateways'
 * clocks say; once another has said so it stays dead, and goes on under a new id.
 */
final class GatewayLease {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayLease.class);
    private static final Condition STARTED = STATE.eq(State.STARTED.name());

    private final StoreDatabase database;
    private final Clock clock;
    private final LeaseClock leaseClock;
    private final Duration lease;
    private final String host;
    private volatile String id;

    private GatewayLease(StoreDatabase database, Clock clock, LeaseClock leaseClock, Duration lease) {
        this.database = database;
        this.clock = clock;
        this.leaseClock = leaseClock;
        this.lease = lease;
        this.host = hostName();
        this.id = newId();
    }

    /** A gateway that begins to live. */
    static GatewayLease begin(StoreDatabase database, Clock clock, LeaseClock leaseClock, Duration lease) {
        GatewayLease begun = new GatewayLease(database, clock, leaseClock, lease);
        database.change(begun::insert);
        Failpoint.LEASE_BEGUN.reach();
        return begun;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    private String newId() {
        return host + "-" + ProcessHandle.current().pid() + "-"
                + UUID.randomUUID().toString().substring(0, 8);
    }

    private void insert(DSLContext dsl) {
        dsl.insertInto(GATEWAY)
                .set(GATEWAY_ID, id)
                .set(HOST, host)
                .set(PROCESS_ID, ProcessHandle.current().pid())
                .set(STARTED_AT, clock.instant())
                .set(LEASE_MILLIS, leaseClock.after(lease.toMillis()))
                .execute();
    }

    /** The id under which it lives now. */
    String id() {
        return id;
    }

    /** Says that it is alive. If it was taken to be dead, it begins again under a new id. */
    void renew() {
        database.change(dsl -> {
            int renewed = dsl.update(GATEWAY)
                    .set(LEASE_MILLIS, leaseClock.after(lease.toMillis()))
                    .where(GATEWAY_ID.eq(id).and(ENDED_AT.isNull()))
                    .execute();
            if (renewed == 0) {
                LOG.warn(
                        "Gateway {} did not renew its lease in time and was taken to be dead. Its statements will be refused"
                                + " further changes; it goes on under a new id.",
                        id);
                id = newId();
                insert(dsl);
            }
            Failpoint.LEASE_UNCOMMITTED.reach();
        });
        Failpoint.LEASE_RENEWED.reach();
    }

    /**
     * Checks, as part of a transaction that begins something, that nobody takes that gateway to be dead until it commits.
     *
     * @throws StrandlineException {@link ErrorCode#STORE} if somebody does
     */
    void requireAlive(DSLContext dsl, String gatewayId) {
        var alive = dsl.select(DSL.field(LEASE_MILLIS.lt(leaseClock.now())).as("is_over"))
                .from(GATEWAY)
                .where(GATEWAY_ID.eq(gatewayId).and(ENDED_AT.isNull()));
        @Nullable
        Boolean over =
                database.isShared() ? alive.forShare().fetchOne(0, Boolean.class) : alive.fetchOne(0, Boolean.class);
        if (over == null || (database.isShared() && over)) {
            throw new StrandlineException(
                    ErrorCode.STORE,
                    "gateway " + gatewayId + " could not renew its lease on store " + database.shownUrl()
                            + " in time, and may be taken to be dead; nothing was sent. Check the store, then run the"
                            + " statement again.");
        }
    }

    /** Which rows of {@link JournalTables#GATEWAY} are of dead gateways. */
    Condition isDead() {
        Condition other = GATEWAY_ID.ne(id);
        return database.isShared() ? ENDED_AT.isNotNull().or(other.and(LEASE_MILLIS.lt(leaseClock.now()))) : other;
    }

    /** Whether there are leases that {@link #cutTooLong} would cut. */
    boolean anyTooLong(DSLContext dsl) {
        return database.isShared() && dsl.fetchExists(GATEWAY, isTooLong());
    }

    private Condition isTooLong() {
        return ENDED_AT.isNull().and(LEASE_MILLIS.gt(leaseClock.after(lease.toMillis())));
    }

    /**
     * Cuts leases that end later than any lease can: the clock was set back since. Who lives renews in time all the same; who
     * is dead would else be taken to be alive until the clock is where it was.
     */
    void cutTooLong() {
        LOG.warn(
                "Leases on store {} end later than they can; its clock was set back. They are cut.",
                database.shownUrl());
        database.change(dsl -> dsl.update(GATEWAY)
                .set(LEASE_MILLIS, leaseClock.after(lease.toMillis()))
                .where(isTooLong())
                .execute());
    }

    /** Whether there is anything to {@link #takeOver}. */
    boolean anyLeft(DSLContext dsl) {
        return anyLeftIn(dsl, STATEMENT) || anyLeftIn(dsl, EFFECT);
    }

    /** Whether anything is begun and not ended that is this gateway's. */
    boolean anyOwn(DSLContext dsl) {
        Condition own = STARTED.and(OWNER_ID.eq(id));
        return dsl.fetchExists(STATEMENT, own) || dsl.fetchExists(EFFECT, own);
    }

    /** Makes what dead gateways have begun and not ended this gateway's to end; of several that try, one gets each row. */
    void takeOver() {
        database.change(dsl -> {
            dsl.update(GATEWAY)
                    .set(ENDED_AT, clock.instant())
                    .where(isDead().and(ENDED_AT.isNull()))
                    .execute();
            var dead = dsl.select(GATEWAY_ID).from(GATEWAY).where(ENDED_AT.isNotNull());
            for (Table<?> table : List.of(STATEMENT, EFFECT)) {
                dsl.update(table)
                        .set(OWNER_ID, id)
                        .where(STARTED.and(OWNER_ID.in(dead)))
                        .execute();
            }
            Failpoint.TAKE_OVER_UNCOMMITTED.reach();
        });
        Failpoint.TAKEN_OVER.reach();
    }

    private boolean anyLeftIn(DSLContext dsl, Table<?> table) {
        var dead = dsl.select(GATEWAY_ID).from(GATEWAY).where(isDead());
        return dsl.fetchExists(dsl.select(OWNER_ID).from(table).where(STARTED.and(OWNER_ID.in(dead))));
    }

    /** Forgets gateways that were last heard of before that time and have nothing left to end. */
    void forgetDeadSince(DSLContext dsl, Instant time) {
        dsl.deleteFrom(GATEWAY)
                .where(isDead().and(LEASE_UNTIL.lt(time)))
                .and(GATEWAY_ID.notIn(dsl.select(OWNER_ID).from(STATEMENT).where(STARTED)))
                .and(GATEWAY_ID.notIn(dsl.select(OWNER_ID).from(EFFECT).where(STARTED)))
                .execute();
    }

    /** Says that it is dead. */
    void end() {
        database.change(dsl -> {
            dsl.update(GATEWAY)
                    .set(ENDED_AT, clock.instant())
                    .where(GATEWAY_ID.eq(id).and(ENDED_AT.isNull()))
                    .execute();
            Failpoint.LEASE_END_UNCOMMITTED.reach();
        });
        Failpoint.LEASE_ENDED.reach();
    }
}
