package io.strandline.store.database;

import static io.strandline.store.database.JournalTables.GATEWAY;
import static io.strandline.store.database.JournalTables.GATEWAY_ID;
import static io.strandline.store.database.JournalTables.OWNER_ID;
import static io.strandline.store.database.JournalTables.STATE;
import static io.strandline.store.database.JournalTables.STATEMENT;
import static io.strandline.store.database.JournalTables.STATEMENT_ID;

import io.strandline.common.Failpoint;
import io.strandline.common.Outcome;
import io.strandline.store.Journal.Entry;
import io.strandline.store.Journal.State;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jooq.Condition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends what gateways have begun and, being dead, will not end: by reading the targets again (GW-1). */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    private static final Condition STARTED = STATE.eq(State.STARTED.name());

    private final DatabaseJournal journal;
    private final ReentrantLock one = new ReentrantLock();

    Recovery(DatabaseJournal journal) {
        this.journal = journal;
    }

    /** Takes over what dead gateways left, and resolves all that is this gateway's and that it does not run. */
    void run() {
        one.lock();
        try {
            if (!prepare()) {
                return;
            }
            for (EffectRows.Started effect : journal.database()
                    .read(dsl -> EffectRows.startedOf(dsl, journal.lease().id()))) {
                if (!journal.runs(effect.statementId())) {
                    resolve(effect);
                }
            }
            for (Entry statement : journal.database()
                    .read(dsl -> StatementRows.startedOf(dsl, journal.lease().id()))) {
                if (!journal.runs(statement.statementId())) {
                    end(statement);
                }
            }
        } finally {
            one.unlock();
        }
    }

    /** Takes over what is to be taken over. An idle gateway asks this again and again, so it is one question: false if all is done. */
    private boolean prepare() {
        GatewayLease lease = journal.lease();
        Look look = look();
        if (look.tooLong()) {
            lease.cutTooLong();
            look = look(); // of those that are dead now
        }
        if (look.left()) {
            lease.takeOver();
        }
        return look.left() || look.own();
    }

    private record Look(boolean tooLong, boolean left, boolean own) {}

    private Look look() {
        GatewayLease lease = journal.lease();
        return journal.database().read(dsl -> new Look(lease.anyTooLong(dsl), lease.anyLeft(dsl), lease.anyOwn(dsl)));
    }

    /** Whether that started statement has to be resolved by this gateway: nobody that is alive runs it. */
    boolean isAbandoned(Entry statement) {
        if (journal.runs(statement.statementId())) {
            return false;
        }
        return journal.database()
                .read(dsl -> dsl.fetchExists(dsl.selectFrom(STATEMENT)
                        .where(STATEMENT_ID.eq(statement.statementId()))
                        .and(STARTED)
                        .and(OWNER_ID.eq(journal.lease().id())
                                .or(OWNER_ID.in(dsl.select(GATEWAY_ID)
                                        .from(GATEWAY)
                                        .where(journal.lease().isDead()))))));
    }

    private void resolve(EffectRows.Started effect) {
        Outcome outcome = journal.resolution().resolve(effect.intent());
        Failpoint.TARGET_READ.reach();
        journal.database().change(dsl -> {
            Condition stillOurs = STARTED.and(OWNER_ID.eq(journal.lease().id()));
            journal.write(dsl, List.of(write -> EffectRows.end(write, effect.id(), stillOurs, outcome, journal.now())));
            Failpoint.RESOLUTION_UNCOMMITTED.reach();
        });
        Failpoint.RESOLVED.reach();
        LOG.info(
                "Resolved {} of {}, begun by statement {} whose gateway is dead: {}.",
                effect.intent().action(),
                effect.intent().target(),
                effect.statementId(),
                EffectRows.state(outcome));
    }

    private void end(Entry statement) {
        journal.database().change(dsl -> {
            List<State> effects = EffectRows.statesOf(dsl, statement.statementId());
            if (effects.contains(State.STARTED)) {
                // begun after the effects were listed; the next run has it
                return;
            }
            StatementRows.end(
                    dsl,
                    STATEMENT_ID.eq(statement.statementId()).and(STARTED),
                    StatementEnd.resolved(
                            statement.statementId(), String.valueOf(statement.gatewayId()), effects, journal.now()));
            Failpoint.RESOLVED_END_UNCOMMITTED.reach();
        });
        Failpoint.RESOLVED_END.reach();
        journal.someEnded();
    }
}
