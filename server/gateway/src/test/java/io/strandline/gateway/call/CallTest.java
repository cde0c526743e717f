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
import io.strandline.gateway.sql.Answer;
import io.strandline.gateway.sql.SessionOptions;
import io.strandline.gateway.sql.TestExecution;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CallTest extends CallFixture {
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

    /** A function without parentheses is a value; the same word in quotes is a name, and others are. */
    @Test
    void readsFunctionsWithoutParentheses() {
        sql.rows("CALL everything(at => CURRENT_TIMESTAMP)");
        sql.rows("CALL everything(at => current_timestamp - INTERVAL '1' DAY)");
        sql.rows("CALL visit(CURRENT_USER)");
        assertThat(planets.called.get(0).value("at")).isEqualTo(TestExecution.NOW);
        assertThat(planets.called.get(1).value("at")).isEqualTo(TestExecution.NOW.minus(Duration.ofDays(1)));
        for (String name : List.of("\"CURRENT_TIMESTAMP\"", "now", "space.current_timestamp")) {
            assertThatThrownBy(() -> sql.rows("CALL everything(at => " + name + ")"))
                    .hasMessageContaining("is the name");
        }
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
        try (Answer answer = sql.engine()
                .execute(sql.engine().prepare("CALL count()", execution.options(), execution), List.of(), execution)) {
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
                .isEqualTo("Call(procedure=[strandline.space.land], arguments=[planet => 'mars'], defaults=[],"
                        + " role=[operator], changes=[true])\n");
        assertThat(planets.called).isEmpty();
    }
}
