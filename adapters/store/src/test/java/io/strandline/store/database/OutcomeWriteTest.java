package io.strandline.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.Intent;
import io.strandline.common.Outcome;
import io.strandline.common.StrandlineException;
import io.strandline.store.AuditEntry;
import io.strandline.store.Journal;
import io.strandline.store.Journal.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** GW-1, REC-12: a store that does not take a row when it is due, by a lock that another process holds on its file. */
class OutcomeWriteTest {
    private static final Intent DROP = new Intent("test.drop", "prod.sales.orders", "{}");

    @TempDir
    Path directory;

    private StoreOptions options;
    private Gateway gateway;
    private Connection other;

    @BeforeEach
    void open() throws SQLException {
        options = Stores.fresh(Dialect.SQLITE, directory).withBusyTimeout(Duration.ofMillis(100));
        gateway = Gateway.start(options, new TestClock(), Map.of("test.drop", intent -> Outcome.ofDone()));
        other = DriverManager.getConnection(options.url());
    }

    @AfterEach
    void close() throws SQLException {
        other.close();
        gateway.close();
    }

    private void lock() {
        execute("BEGIN IMMEDIATE");
    }

    private void unlock() {
        execute("ROLLBACK");
    }

    private void execute(String sql) {
        try (var statement = other.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** GW-1: no first row, nothing is sent. */
    @Test
    void changeIsNotMadeIfItsStartedRowCannotBeWritten() {
        Journal.Running running = gateway.claim("k");
        AtomicInteger changes = new AtomicInteger();
        lock();
        assertThatThrownBy(() -> running.effects().carryOut(DROP, () -> {
                    changes.incrementAndGet();
                    return Outcome.ofDone();
                }))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE));
        unlock();
        running.fail("58030", 1304, "store is locked");

        assertThat(changes).hasValue(0);
        assertThat(gateway.audit()).isEmpty();
        assertThat(gateway.entry("k").state()).isEqualTo(State.REFUSED);
    }

    /** REC-12, audit_failed: done stays done, and its row is written as soon as the store takes it. */
    @Test
    void outcomeThatCannotBeWrittenIsAuditFailedAndWrittenWithTheStatementsEnd() {
        Journal.Running running = gateway.claim("k");
        Outcome outcome = running.effects().carryOut(DROP, () -> {
            lock();
            return Outcome.ofDone();
        });
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        assertThat(outcome.reason()).isEqualTo("audit_failed");
        assertThat(outcome.detail()).contains("is locked");
        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.STARTED);
        Outcome refused = running.effects().refuse(DROP, "managed_table", "");
        assertThat(refused).isEqualTo(Outcome.refused("managed_table", ""));
        unlock();
        running.succeed("rows");

        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE, State.REFUSED);
        assertThat(gateway.entry("k").state()).isEqualTo(State.DONE);
    }

    /** GW-1: the statement's end too is written when the store takes it again; its answer is not lost. */
    @Test
    void endThatCannotBeWrittenIsWrittenLater() {
        Journal.Running running = gateway.claim("k");
        running.effects().carryOut(DROP, () -> {
            lock();
            return Outcome.ofDone();
        });
        assertThatThrownBy(() -> running.succeed("rows"))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE))
                .hasMessageContaining("DONE");
        assertThat(gateway.entry("k").state()).isEqualTo(State.STARTED);
        unlock();
        gateway.journal().tidyUp();

        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE);
        assertThat(gateway.entry("k").answer()).isEqualTo("rows");
    }

    /** GW-1: and if the gateway ends before that, the next one reads the target. */
    @Test
    void outcomeThatWasNeverWrittenIsResolvedAtTheNextStart() {
        Journal.Running running = gateway.claim("k");
        running.effects().carryOut(DROP, () -> {
            lock();
            return Outcome.ofDone();
        });
        unlock();
        gateway.die();
        gateway = Gateway.start(options, new TestClock(), Map.of("test.drop", intent -> Outcome.ofDone()));

        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE);
        assertThat(gateway.entry("k").state()).isEqualTo(State.DONE);
    }

    /** GW-5: a cancel during the change does not keep its outcome from the store. */
    @Test
    void outcomeOfAnInterruptedChangeIsWritten() {
        Journal.Running running = gateway.claim("k");
        Outcome outcome = running.effects().carryOut(DROP, () -> {
            Thread.currentThread().interrupt();
            return Outcome.ofDone();
        });
        assertThat(outcome).isEqualTo(Outcome.ofDone());
        assertThat(Thread.interrupted()).as("still interrupted for its caller").isTrue();
        assertThat(gateway.audit()).extracting(AuditEntry::state).containsExactly(State.DONE);
        running.succeed(null);
    }

    /** GW-2: what a foreign exception says, and an answer that is not to be kept, are in no file of the store. */
    @Test
    void secretsAreNotStored() throws IOException {
        String canary = "canary-5b1e";
        Journal.Request request = new Journal.Request(
                "s1", Gateway.ANN, "k", "hash", "CALL vend(secret => '***')", false, new TestClock().instant());
        Journal.Running running = ((Journal.Fresh) gateway.journal().claim(request)).running();
        Outcome outcome = running.effects().carryOut(DROP, () -> {
            throw new IllegalStateException("login with " + canary + " failed");
        });
        running.succeed(canary);

        assertThat(outcome.detail()).contains("IllegalStateException").doesNotContain(canary);
        gateway.database().change(dsl -> dsl.execute("UPDATE gateway SET host = 'marker'"));
        StringBuilder stored = new StringBuilder();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                stored.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(stored.toString()).contains("marker").doesNotContain(canary);
    }
}
