package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.EffectResolver;
import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import io.strandline.store.JournalOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jooq.DSLContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * GW-1: a disk that is full at each step of a changing call. SQLite itself says so: a file that may not grow further is to it
 * as a file on a full disk. Rows of these calls are so large that none fits where another was. On PostgreSQL a trigger says
 * what the server says when a table cannot grow; when its log cannot, it stops, which is a store that dies.
 */
class FullDiskTest extends JournalOnStores {
    private static final String LARGE = "x".repeat(60_000);
    private static final List<String> GROWING = List.of("statement", "effect");
    private static final JournalOptions OPTIONS =
            new JournalOptions(1 << 20, Duration.ofDays(1), Duration.ofMinutes(5));
    private static final Map<String, EffectResolver> MADE = Map.of("test.drop", intent -> Outcome.ofDone());
    private static final Intent LARGE_DROP = new Intent("test.drop", "prod.sales.orders", "\"" + LARGE + "\"");

    private StoreOptions options;
    private Gateway gateway;

    private void open(Dialect dialect) {
        options = Stores.fresh(dialect, directory);
        gateway = Gateway.start(options, OPTIONS, clock, LeaseClock.by(clock), MADE);
        started.add(gateway);
    }

    /** From now on nothing grows. A connection to SQLite keeps that until its transaction fails. */
    private void fill() {
        gateway.database()
                .change(options.dialect() == Dialect.SQLITE ? FullDiskTest::fillFile : FullDiskTest::fillTables);
    }

    private static void fillFile(DSLContext dsl) {
        dsl.execute("CREATE TABLE IF NOT EXISTS filler (filling BLOB)");
        while (!"0".equals(String.valueOf(dsl.fetchValue("PRAGMA freelist_count")))) {
            dsl.execute("INSERT INTO filler VALUES (zeroblob(4000))");
        }
        Object pages = dsl.fetchValue("PRAGMA page_count");
        dsl.execute("PRAGMA max_page_count = " + pages);
    }

    private static void fillTables(DSLContext dsl) {
        dsl.execute(
                "CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION"
                        + " 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$");
        for (String table : GROWING) {
            dsl.execute("CREATE OR REPLACE TRIGGER full_disk BEFORE INSERT OR UPDATE ON " + table
                    + " FOR EACH ROW EXECUTE FUNCTION full_disk()");
        }
    }

    private void makeRoom() {
        gateway.database().change(dsl -> {
            if (options.dialect() == Dialect.SQLITE) {
                dsl.execute("PRAGMA max_page_count = 1000000");
            } else {
                GROWING.forEach(table -> dsl.execute("DROP TRIGGER full_disk ON " + table));
            }
        });
    }

    private static void saysWhatToDo(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE))
                .hasMessageMatching("(?s).*(has no room left on its disk|No space left on device).*")
                .hasMessageContaining("Free some space");
    }

    /** No started row of the statement: nothing is left of it, and the same key serves when there is room. */
    @ParameterizedTest
    @EnumSource
    void statementIsNotStarted(Dialect dialect) {
        open(dialect);
        String text = LARGE.substring(0, StatementRows.TEXT_LIMIT);
        Journal.Request request = gateway.request("k", text);
        fill();
        saysWhatToDo(() -> gateway.journal().claim(request));
        assertThat(gateway.journal().find("ann", "k")).isEmpty();
        makeRoom();
        assertThat(gateway.journal().claim(gateway.request("k", text))).isInstanceOf(Journal.Fresh.class);
    }

    /** No started row of the change: it is not sent; the statement ends as refused once there is room. */
    @ParameterizedTest
    @EnumSource
    void changeIsNotSent(Dialect dialect) {
        open(dialect);
        Journal.Running running = gateway.claim("k");
        AtomicInteger sent = new AtomicInteger();
        fill();
        saysWhatToDo(() -> running.effects().carryOut(LARGE_DROP, () -> {
            sent.incrementAndGet();
            return Outcome.ofDone();
        }));
        assertThat(sent).hasValue(0);
        assertThat(gateway.audit()).isEmpty();
        makeRoom();
        running.fail("58030", 1304, "no room");
        assertThat(gateway.entry("k").state()).isEqualTo(State.REFUSED);
    }

    /** A change that was made stays made: its caller is told, and outcome and answer are written when there is room. */
    @ParameterizedTest
    @EnumSource
    void outcomeIsNotLost(Dialect dialect) {
        open(dialect);
        Journal.Running running = gateway.claim("k");
        Outcome outcome = running.effects().carryOut(DROP, () -> {
            fill();
            return new Outcome.Done(null, LARGE);
        });
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        assertThat(outcome.reason()).isEqualTo("audit_failed");
        assertThat(outcome.detail()).contains("Free some space");
        fill();
        saysWhatToDo(() -> running.succeed(LARGE));
        assertThat(gateway.entry("k").state()).isEqualTo(State.STARTED);
        fill();
        assertThatThrownBy(() -> gateway.journal().tidyUp()).hasMessageContaining("Free some space");
        makeRoom();
        gateway.journal().tidyUp();

        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE);
        assertThat(gateway.entry("k").state()).isEqualTo(State.DONE);
        assertThat(gateway.entry("k").answer()).isEqualTo(LARGE);
        gateway.claim("the process lives").succeed("rows");
    }

    /** A refusal that cannot be written is written with the statement's end. */
    @ParameterizedTest
    @EnumSource
    void refusalIsNotLost(Dialect dialect) {
        open(dialect);
        Journal.Running running = gateway.claim("k");
        fill();
        assertThat(running.effects().refuse(LARGE_DROP, "managed_table", ""))
                .isEqualTo(Outcome.refused("managed_table", ""));
        makeRoom();
        running.succeed("rows");
        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.REFUSED);
    }

    /** And if the gateway ends with the disk still full, the next one that has room reads the target. */
    @ParameterizedTest
    @EnumSource
    void outcomeThatNeverFoundRoomIsResolved(Dialect dialect) {
        open(dialect);
        Journal.Running running = gateway.claim("k");
        running.effects().carryOut(DROP, () -> {
            fill();
            return new Outcome.Done(null, LARGE);
        });
        if (dialect == Dialect.POSTGRESQL) {
            // there the room is the server's
            makeRoom();
        }
        started.remove(gateway);
        gateway.die();
        clock.advance(OPTIONS.lease().plusSeconds(1));
        gateway = Gateway.start(options, OPTIONS, clock, LeaseClock.by(clock), MADE);
        started.add(gateway);
        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE);
        assertThat(gateway.entry("k").state()).isEqualTo(State.DONE);
    }
}
