package io.strandline.gateway.call;

import static io.strandline.gateway.sql.Sql.bigint;
import static io.strandline.gateway.sql.Sql.integer;
import static io.strandline.gateway.sql.Sql.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.Caller;
import io.strandline.common.ErrorCode;
import io.strandline.common.Role;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.engine.Engines;
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.EngineLimits;
import io.strandline.gateway.sql.Planets;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.Sql;
import io.strandline.gateway.sql.TestExecution;
import io.strandline.store.Journal;
import io.strandline.store.JournalOptions;
import io.strandline.store.database.DatabaseJournal;
import io.strandline.store.database.StoreDatabase;
import io.strandline.store.database.StoreOptions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallTest {
    @TempDir
    static Path directory;

    private static StoreDatabase store;
    private static DatabaseJournal journal;

    private final Planets planets = new Planets();
    private final Sql sql = new Sql(Engines.create(List.of(planets), journal, EngineLimits.DEFAULT));
    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void openStore() {
        store = StoreDatabase.open(StoreOptions.of("jdbc:sqlite:" + directory.resolve("store.db")));
        journal = DatabaseJournal.open(store, JournalOptions.defaults(), Clock.systemUTC());
        journal.start(Map.of());
    }

    @AfterAll
    static void closeStore() {
        journal.close();
        store.close();
    }

    /** An execution under this test's key. */
    private TestExecution underKey() {
        TestExecution execution = new TestExecution();
        execution.key = key;
        return execution;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CALL visit('mars', 5)",
                "CALL space.visit('mars', 5)",
                "CALL strandline.space.visit('mars', 5);",
                "-- first\ncall Visit(planet => 'mars', DAYS => 5)",
                "{call visit('mars', 2 + 3)}",
                "{? = call visit('mars', 5)}",
                "CALL visit(days => 5, planet => 'ma' || 'rs')",
                "CALL visit('mars', CAST('5' AS INTEGER))",
                "CALL visit('mars', - -5, DEFAULT)",
            })
    void bindsArgumentsByPositionOrName(String call) {
        assertThat(sql.rows(call)).containsExactly(Arrays.asList("mars", 5L, null, false));
        assertThat(planets.called).hasSize(1);
        assertThat(planets.called.get(0).text("speed")).isEqualTo("slow");
    }

    @Test
    void bindsParametersAndNulls() {
        assertThat(sql.rows("CALL visit(?, ?)", text("io"), integer(7)))
                .containsExactly(Arrays.asList("io", 7L, null, false));
        assertThat(sql.rows("CALL visit(note => NULL, planet => ? || ?)", text("i"), text("o")))
                .containsExactly(Arrays.asList("io", 3L, null, true));
        assertThat(sql.rows("CALL visit(planet => 'io', note => ?)", text("it's")))
                .containsExactly(Arrays.asList("io", 3L, "it's", true));
        assertThat(sql.rows("CALL visit('a', ? * 2, 'fast', ?)", bigint(4), text("x")))
                .containsExactly(Arrays.asList("a", 8L, "x", true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "CALL vist('mars')                       | NO_SUCH_PROCEDURE | no procedure \"vist\" in strandline; did you mean \"space.visit\"? CALL help() lists them.",
                "CALL space.vist('mars')                 | NO_SUCH_PROCEDURE | no procedure \"vist\" in strandline.space; did you mean \"visit\"? CALL help() lists them.",
                "CALL spac.visit('mars')                 | NO_SUCH_PROCEDURE | no procedure \"visit\": no schema \"spac\"; did you mean \"space\"? CALL help() lists them.",
                "CALL visit()                            | BAD_ARGUMENT | procedure space.visit wants argument planet (VARCHAR): Where to.",
                "CALL visit(DEFAULT)                     | BAD_ARGUMENT | procedure space.visit wants argument planet (VARCHAR): Where to.",
                "CALL visit('a', days => 3)              | BAD_ARGUMENT | procedure space.visit was given arguments by position and by name. Use one or the other.",
                "CALL visit(planet => 'a', planet => 'b') | BAD_ARGUMENT | procedure space.visit was given argument planet twice. Give it once.",
                "CALL visit(planett => 'a')              | BAD_ARGUMENT | procedure space.visit has no parameter \"planett\"; did you mean \"planet\"? CALL help('visit') shows its parameters.",
                "CALL visit(\"PLANET\" => 'a')           | BAD_ARGUMENT | procedure space.visit has no parameter \"PLANET\"; did you mean \"planet\"? CALL help('visit') shows its parameters.",
                "CALL visit('a', 1, 'fast', 'n', 5)      | BAD_ARGUMENT | procedure space.visit takes at most 4 arguments but was given 5. CALL help('visit') shows its parameters.",
                "CALL visit(NULL)                        | BAD_ARGUMENT | argument planet of space.visit is NULL, which it must not be. Give a value.",
                "CALL visit('a', NULL)                   | BAD_ARGUMENT | argument days of space.visit is NULL, which it must not be. Give a value, or leave it out.",
                "CALL visit('a', 'soon')                 | BAD_ARGUMENT | argument days of space.visit is a VARCHAR that does not convert to BIGINT. Give a value of that type.",
                "CALL visit('a', TRUE)                   | BAD_ARGUMENT | argument days of space.visit is a BOOLEAN that does not convert to BIGINT. Give a value of that type.",
                "CALL visit('a', 1.5)                    | BAD_ARGUMENT | argument days of space.visit is a DECIMAL that does not convert to BIGINT. Give a value of that type.",
                "CALL visit('a', 9223372036854775808)    | BAD_ARGUMENT | argument days of space.visit is a DECIMAL that does not convert to BIGINT. Give a value of that type.",
                "CALL visit(5)                           | BAD_ARGUMENT | argument planet of space.visit is a DECIMAL that does not convert to VARCHAR. Give a value of that type.",
                "CALL visit(mars)                        | BAD_ARGUMENT | argument planet of space.visit is the name mars. Write text in single quotes: 'mars'.",
                "CALL visit('a', 1, 'fats')              | BAD_ARGUMENT | argument speed of space.visit is 'fats'; did you mean \"fast\"? Choose one of 'slow', 'fast'.",
                "CALL visit('a', 1/0)                    | DIVISION_BY_ZERO | division by zero. Guard the divisor, as in NULLIF(x, 0).",
            })
    void saysWhatIsWrongWithACall(String call, ErrorCode code, String message) {
        assertThatThrownBy(() -> sql.rows(call)).isInstanceOfSatisfying(StrandlineException.class, e -> {
            assertThat(e.getMessage()).isEqualTo(message);
            assertThat(e.code()).isEqualTo(code);
        });
        assertThat(planets.called).isEmpty();
    }

    @Test
    void refusesASubqueryAsAnArgument() {
        assertThatThrownBy(() -> sql.rows("CALL visit((SELECT name FROM space.planets LIMIT 1))"))
                .isInstanceOfSatisfying(
                        StrandlineException.class,
                        e -> assertThat(e.code()).isIn(ErrorCode.BAD_ARGUMENT, ErrorCode.SYNTAX));
        assertThat(planets.asked).isEmpty();
    }

    /** GW-4. */
    @Test
    void namesTheNumberAndTypesOfAParameterThatDoesNotConvert() {
        assertThatThrownBy(() -> sql.rows("CALL visit(?, ?)", text("a"), text("b")))
                .hasMessage("parameter 2 is bound to a value of type VARCHAR that does not convert to BIGINT."
                        + " Bind a value of that type.");
        assertThatThrownBy(() -> sql.rows("CALL visit(?, ?)", text("a")))
                .hasMessage("the statement has 2 parameters but 1 was bound. Bind one value for each \"?\".");
    }

    @Test
    void passesValuesOfEveryType() {
        String call = "CALL everything(t => 'x', b => true, i => -1, n => 9223372036854775807, d => 1e0 / 4,"
                + " m => 1234567890123456789012345678.0123456789, at => TIMESTAMP '2026-03-29 02:30:00.5',"
                + " day => DATE '1582-10-04', bytes => X'00ff', list => ARRAY['a', 'bbb', NULL],"
                + " numbers_list => ARRAY[1, 2 + 1])";
        List<Object> row = sql.rows(call).get(0);
        assertThat(planets.called.get(0).value("at")).isEqualTo(Instant.parse("2026-03-29T02:30:00.5Z"));
        assertThat(planets.called.get(0).value("day")).isEqualTo(LocalDate.parse("1582-10-04"));
        assertThat(planets.called.get(0).value("list")).isEqualTo(Arrays.asList("a", "bbb", null));
        assertThat(planets.called.get(0).value("numbers_list")).isEqualTo(List.of(1L, 3L));
        assertThat(row.get(4)).isEqualTo(0.25);
        assertThat(row.get(5)).hasToString("1234567890123456789012345678.0123456789");
    }

    /** GW-9: a zoneless literal is in the session's zone. */
    @Test
    void readsZonelessTimesInTheSessionsZone() {
        TestExecution berlin = new TestExecution();
        berlin.options = TestExecution.in("Europe/Berlin");
        sql.rows(berlin, "CALL everything(at => TIMESTAMP '2026-07-01 12:00:00')");
        sql.rows(berlin, "CALL everything(at => '2026-07-01 12:00:00')");
        sql.rows(berlin, "CALL everything(at => '2026-07-01T10:00:00Z')");
        assertThat(planets.called)
                .hasSize(3)
                .allSatisfy(a -> assertThat(a.value("at")).isEqualTo(Instant.parse("2026-07-01T10:00:00Z")));
    }

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

    /** GW-6. */
    @Test
    void refusesChangesInAReadOnlySession() {
        TestExecution readOnly = new TestExecution();
        readOnly.options = new SessionOptions("strandline", "space", ZoneId.of("UTC"), true);
        readOnly.key = key;
        assertThatThrownBy(() -> sql.rows(readOnly, "CALL land('mars')"))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_ONLY));
        assertThat(journal.find("ann", key)).isEmpty();
        assertThat(sql.rows(readOnly, "CALL visit('mars')")).hasSize(1);
    }

    /** GW-3: the role is checked at each execution of one plan. */
    @Test
    void checksTheRoleAtEachExecution() {
        TestExecution reader = new TestExecution();
        reader.caller = new Caller("bob", Role.READER);
        sql.rows("CALL land('mars')");
        assertThatThrownBy(() -> sql.rows(reader, "CALL land('mars')"))
                .hasMessage("procedure space.land needs the role operator; user \"bob\" has reader."
                        + " Ask an administrator to grant it.");
        assertThat(planets.called).hasSize(1);
    }

    @Test
    void readsACallThatChangesNothingLazilyAndClosesIt() {
        TestExecution execution = new TestExecution();
        try (Answer answer =
                sql.engine().execute(sql.engine().prepare("CALL count()", execution.options()), List.of(), execution)) {
            var rows = answer.rows();
            for (int i = 0; i < 10; i++) {
                assertThat(rows.next()).containsExactly((long) i);
            }
        }
        assertThat(planets.read).hasValueLessThan(100);
        assertThat(planets.closed).hasValue(1);
    }

    @Test
    void explainsACall() {
        assertThat(sql.value("EXPLAIN CALL land('mars')"))
                .isEqualTo("Call(procedure=[strandline.space.land], arguments=[planet => literal], role=[operator],"
                        + " changes=[true])\n");
        assertThat(planets.called).isEmpty();
    }
}
