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
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * GW-1: a disk that is full at each step of a changing call. SQLite itself says so: a file that may not grow further is to it
 * as a file on a full disk. Rows of these calls are so large that none fits where another was.
 */
class FullDiskTest extends JournalOnStores {
    private static final String LARGE = "x".repeat(60_000);
    private static final JournalOptions OPTIONS =
            new JournalOptions(1 << 20, Duration.ofDays(1), Duration.ofMinutes(5));
    private static final Map<String, EffectResolver> MADE = Map.of("test.drop", intent -> Outcome.ofDone());
    private static final Intent LARGE_DROP = new Intent("test.drop", "prod.sales.orders", "\"" + LARGE + "\"");

    private StoreOptions options;
    private Gateway gateway;

    @BeforeEach
    void open() {
        options = Stores.fresh(Dialect.SQLITE, directory);
        gateway = Gateway.start(options, OPTIONS, clock, LeaseClock.by(clock), MADE);
        started.add(gateway);
    }

    /** From now on the file does not grow. A connection keeps that until its transaction fails. */
    private void fill() {
        gateway.database().change(dsl -> {
            dsl.execute("CREATE TABLE IF NOT EXISTS filler (filling BLOB)");
            while (!"0".equals(String.valueOf(dsl.fetchValue("PRAGMA freelist_count")))) {
                dsl.execute("INSERT INTO filler VALUES (zeroblob(4000))");
            }
            Object pages = dsl.fetchValue("PRAGMA page_count");
            dsl.execute("PRAGMA max_page_count = " + pages);
        });
    }

    private void makeRoom() {
        gateway.database().change(dsl -> dsl.execute("PRAGMA max_page_count = 1000000"));
    }

    private static void saysWhatToDo(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE))
                .hasMessageContaining("has no room left on its disk")
                .hasMessageContaining("Free some space");
    }

    /** No started row of the statement: nothing is left of it, and the same key serves when there is room. */
    @Test
    void statementIsNotStarted() {
        String text = LARGE.substring(0, StatementRows.TEXT_LIMIT);
        Journal.Request request = gateway.request("k", text);
        fill();
        saysWhatToDo(() -> gateway.journal().claim(request));
        assertThat(gateway.journal().find("ann", "k")).isEmpty();
        makeRoom();
        assertThat(gateway.journal().claim(gateway.request("k", text))).isInstanceOf(Journal.Fresh.class);
    }

    /** No started row of the change: it is not sent; the statement ends as refused once there is room. */
    @Test
    void changeIsNotSent() {
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
    @Test
    void outcomeIsNotLost() {
        Journal.Running running = gateway.claim("k");
        Outcome outcome = running.effects().carryOut(DROP, () -> {
            fill();
            return new Outcome.Done(null, LARGE);
        });
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        assertThat(outcome.reason()).isEqualTo("audit_failed");
        assertThat(outcome.detail()).contains("has no room left on its disk");
        fill();
        saysWhatToDo(() -> running.succeed(LARGE));
        assertThat(gateway.entry("k").state()).isEqualTo(State.STARTED);
        fill();
        assertThatThrownBy(() -> gateway.journal().tidyUp()).hasMessageContaining("no room");
        makeRoom();
        gateway.journal().tidyUp();

        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE);
        assertThat(gateway.entry("k").state()).isEqualTo(State.DONE);
        assertThat(gateway.entry("k").answer()).isEqualTo(LARGE);
        gateway.claim("the process lives").succeed("rows");
    }

    /** A refusal that cannot be written is written with the statement's end. */
    @Test
    void refusalIsNotLost() {
        Journal.Running running = gateway.claim("k");
        fill();
        assertThat(running.effects().refuse(LARGE_DROP, "managed_table", ""))
                .isEqualTo(Outcome.refused("managed_table", ""));
        makeRoom();
        running.succeed("rows");
        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.REFUSED);
    }

    /** And if the gateway ends with the disk still full, the next one that has room reads the target. */
    @Test
    void outcomeThatNeverFoundRoomIsResolved() {
        Journal.Running running = gateway.claim("k");
        running.effects().carryOut(DROP, () -> {
            fill();
            return new Outcome.Done(null, LARGE);
        });
        started.remove(gateway);
        gateway.die();
        gateway = Gateway.start(options, OPTIONS, clock, LeaseClock.by(clock), MADE);
        started.add(gateway);
        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE);
        assertThat(gateway.entry("k").state()).isEqualTo(State.DONE);
    }
}
