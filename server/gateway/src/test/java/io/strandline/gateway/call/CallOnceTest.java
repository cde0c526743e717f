package io.strandline.gateway.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.Sql;
import io.strandline.gateway.sql.TestExecution;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** GW-1, GW-2: a changing call runs once under its key, and its answer can be asked for again. */
class CallOnceTest extends CallFixture {
    /** GW-2: the same key gives the same answer and runs once. */
    @Test
    void runsOnceUnderAKeyAndGivesTheSameAnswerAgain() {
        String call = "CALL everything(t => 'x', b => false, i => 1, n => 2, d => CAST('NaN' AS DOUBLE), m => 1.50,"
                + " at => '2026-01-01T00:00:00Z', day => '1969-12-31', bytes => X'00ff', list => ARRAY['a', NULL])";
        TestExecution first = underKey();
        List<List<Object>> rows = sql.rows(first, call);
        TestExecution second = underKey();
        assertThat(sql.rows(second, call))
                .hasSize(1)
                .allSatisfy(row -> assertThat(
                                Arrays.deepEquals(row.toArray(), rows.get(0).toArray()))
                        .as("%s is %s", row, rows.get(0))
                        .isTrue());
        assertThat(planets.called).hasSize(1);
        assertThat(second.warnings).isEqualTo(first.warnings).containsExactly("once");
    }

    /** GW-2. */
    @Test
    void refusesAnotherRequestUnderAUsedKey() {
        TestExecution first = underKey();
        sql.rows(first, "CALL land('mars')");
        assertThatThrownBy(() -> sql.rows(first, "CALL land('venus')"))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_ARGUMENT));
        assertThat(sql.rows(first, "CALL space.land(planet => 'ma' || 'rs')")).containsExactly(List.of("landed 1"));
        assertThat(planets.called).hasSize(1);
    }

    /** GW-2: a failure is given again as it was. */
    @Test
    void raisesAStoredFailureAgain() {
        TestExecution first = underKey();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> sql.rows(first, "CALL land('sun')"))
                    .hasMessage("the sun is too hot")
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED));
        }
        assertThat(planets.called).hasSize(1);
    }

    /** GW-2: the same request under a key that is running waits for its answer. */
    @Test
    void waitsForTheAnswerOfARunningCallUnderTheSameKey() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<List<List<Object>>> first = threads.submit(() -> sql.rows(underKey(), "CALL dock()"));
            planets.inside.await();
            CountDownLatch waiting = new CountDownLatch(1);
            TestExecution again = underKey();
            again.onPhase = phase -> waiting.countDown();
            Future<List<List<Object>>> second = threads.submit(() -> sql.rows(again, "CALL dock()"));
            waiting.await();
            assertThat(second.isDone()).isFalse();
            planets.goOn.countDown();
            assertThat(second.get()).isEqualTo(first.get()).containsExactly(List.of("docked"));
            assertThat(planets.called).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    /** GW-2: secrets are not kept. */
    @Test
    void doesNotKeepAnAnswerThatHoldsSecrets() {
        TestExecution first = underKey();
        assertThat(sql.rows(first, "CALL key()")).containsExactly(List.of("hunter2"));
        assertThat(journal.find("ann", key)).hasValueSatisfying(entry -> {
            assertThat(entry.state()).isEqualTo(Journal.State.DONE);
            assertThat(entry.toString()).doesNotContain("hunter2");
        });
        assertThatThrownBy(() -> sql.rows(first, "CALL key()")).hasMessageContaining("it holds secrets");
    }

    /** GW-1: if the first row cannot be written nothing is sent. */
    @Test
    void doesNothingIfTheJournalTakesNoRow() throws SQLException {
        String url = "jdbc:sqlite:" + directory.resolve("locked.db");
        try (StoreDatabase locked = StoreDatabase.open(StoreOptions.of(url).withBusyTimeout(Duration.ofMillis(50)));
                DatabaseJournal journalOfIt =
                        DatabaseJournal.open(locked, JournalOptions.defaults(), Clock.systemUTC());
                Connection other = DriverManager.getConnection(url);
                Statement lock = other.createStatement()) {
            journalOfIt.start(Map.of());
            lock.execute("PRAGMA busy_timeout = 20000");
            lock.execute("BEGIN IMMEDIATE");
            Sql without = new Sql(Engines.create(List.of(planets), journalOfIt, EngineLimits.DEFAULT));
            assertThatThrownBy(() -> without.rows("CALL land('mars')"))
                    .isInstanceOfSatisfying(
                            StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE));
            lock.execute("ROLLBACK");
        }
        assertThat(planets.called).isEmpty();
    }
}
