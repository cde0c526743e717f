package io.strandline.gateway.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.engine.Engines;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementErrorsTest {
    private final Sql sql = new Sql(Engines.create(List.of(new Planets()), new NoJournal(), EngineLimits.DEFAULT));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELECT * FROM space.planet         | NO_SUCH_TABLE | line 1, column 15: no table space.planet; did you mean \"planets\"? SELECT * FROM information_schema.tables lists them.",
                "SELECT * FROM planets              | NO_SUCH_TABLE | line 1, column 15: no table planets; did you mean \"space.planets\"? SELECT * FROM information_schema.tables lists them.",
                "SELECT * FROM spac.planets         | NO_SUCH_TABLE | line 1, column 15: no table spac.planets: no schema spac; did you mean \"space\"? SELECT * FROM information_schema.schemata lists them.",
                "SELECT * FROM prod.space.planets   | NO_SUCH_CATALOG | line 1, column 15: no catalog prod. SELECT * FROM information_schema.schemata lists catalogs and schemas.",
                "SELECT nam FROM space.planets      | NO_SUCH_COLUMN | line 1, column 8: no column nam; did you mean \"name\"? SELECT * FROM information_schema.columns lists them.",
                "SELECT p.nam FROM space.planets p  | NO_SUCH_COLUMN | line 1, column 10: no column nam in p; did you mean \"name\"? SELECT * FROM information_schema.columns lists them.",
                "SELECT q.name FROM space.planets p | NO_SUCH_TABLE | line 1, column 8: no table or alias q in this query. Name it in FROM.",
                "SELECT frob(1)                     | NO_SUCH_PROCEDURE | line 1, column 8: no function frob(numeric). Check its name and the types of its arguments.",
                "SELECT 1/0                         | DIVISION_BY_ZERO | division by zero. Guard the divisor, as in NULLIF(x, 0).",
                "SELECT 1/0 FROM space.planets      | DIVISION_BY_ZERO | division by zero. Guard the divisor, as in NULLIF(x, 0).",
                "SELECT id/moons FROM space.planets | DIVISION_BY_ZERO | division by zero. Guard the divisor, as in NULLIF(x, 0).",
                "SELECT CAST('x' AS INTEGER)        | BAD_VALUE | a text does not read as a number where one is wanted. Cast only text that does.",
                "SELECT CAST(name AS INTEGER) FROM space.planets | BAD_VALUE | a text does not read as a number where one is wanted. Cast only text that does.",
                "SELECT CAST(id * 100000000000 AS INTEGER) FROM space.planets | NUMBER_OUT_OF_RANGE | a number is out of the range of its type. Cast to a wider type.",
                "DELETE FROM space.planets          | NOT_SUPPORTED | DELETE on space.planets is not supported: system tables are changed by procedures only. CALL help() lists them.",
                "UPDATE space.planets SET id = 1    | NOT_SUPPORTED | UPDATE on space.planets is not supported: system tables are changed by procedures only. CALL help() lists them.",
                "INSERT INTO space.planets SELECT * FROM space.planets | NOT_SUPPORTED | INSERT on space.planets is not supported: system tables are changed by procedures only. CALL help() lists them.",
            })
    void saysWhatIsWrong(String statement, ErrorCode code, String message) {
        // Twice: the second run may find the plan of the first.
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> sql.rows(statement)).isInstanceOfSatisfying(StrandlineException.class, e -> {
                assertThat(e.getMessage()).isEqualTo(message);
                assertThat(e.code()).isEqualTo(code);
            });
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELEC 1                                   | SYNTAX",
                "SELECT 'a                                 | SYNTAX",
                "SELECT 1; SELECT 2                        | SYNTAX",
                "''                                        | SYNTAX",
                "SELECT name + 1 FROM space.planets WHERE TRUE + 1 | INVALID_STATEMENT",
                "SELECT (SELECT id FROM space.planets)     | INVALID_STATEMENT",
                "SELECT CAST('2026-13-01' AS DATE)         | BAD_VALUE",
                "SELECT DATE '2026-13-01'                  | BAD_VALUE",
                "SELECT 1 UNION SELECT 1, 2                | INVALID_STATEMENT",
                "SELECT CAST(1 AS FROB)                    | INVALID_STATEMENT",
                "SELECT name FROM space.planets GROUP BY id | INVALID_STATEMENT",
            })
    void codesEachKindOfError(String statement, ErrorCode code) {
        assertThatThrownBy(() -> sql.rows(statement))
                .isInstanceOfSatisfying(
                        StrandlineException.class,
                        e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code));
    }

    @Test
    void refusesAStatementThatIsTooLong() {
        String statement = "SELECT 1 -- " + "x".repeat(1 << 20);
        assertThatThrownBy(() -> sql.rows(statement))
                .hasMessageContaining("limits.statement-size")
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
    }

    @Test
    void survivesLongAndDeepStatements() {
        assertCodedOrFine("SELECT " + "(".repeat(5_000) + "1" + ")".repeat(5_000));
        assertCodedOrFine("SELECT " + "-(".repeat(200) + "1" + ")".repeat(200));
        assertCodedOrFine("SELECT 1" + " + 1".repeat(3_000));
        assertCodedOrFine("SELECT '" + "表é😀".repeat(100_000) + "'");
        assertCodedOrFine("SELECT * FROM space.planets WHERE id IN (" + "1, ".repeat(20_000) + "2)");
        assertThat(sql.value("SELECT 1")).isEqualTo(1);
    }

    /** Whatever is thrown at it, out come rows or a coded error, and messages do not show insides. */
    @Test
    void answersRandomSoupWithRowsOrACodedError() {
        List<String> words = List.of(
                "SELECT",
                "FROM",
                "WHERE",
                "CALL",
                "space.planets",
                "p",
                "id",
                "name",
                "mass",
                "seen_at",
                "tags",
                "(",
                ")",
                ",",
                "*",
                "1",
                "'x'",
                "1.5e0",
                "NULL",
                "?",
                "=",
                "<",
                "AND",
                "OR",
                "NOT",
                "IN",
                "LIKE",
                "JOIN",
                "ON",
                "GROUP BY",
                "ORDER BY",
                "LIMIT",
                "count(*)",
                "sum(id)",
                "CASE WHEN",
                "THEN",
                "END",
                "CAST",
                "AS",
                "INTEGER",
                "visit",
                "=>",
                "ARRAY[",
                "]",
                "DATE '2026-01-01'",
                "INTERVAL '1' DAY",
                "||",
                "-",
                "/",
                "0",
                "EXISTS",
                "UNION",
                "VALUES",
                "WITH",
                "\"quoted\"",
                "{",
                "}",
                ";",
                "EXPLAIN PLAN FOR",
                "SET",
                "RESET",
                "DELETE",
                "UPDATE",
                "表",
                "😀",
                "OVER ()",
                "DISTINCT",
                "UNNEST",
                "LATERAL",
                "MAP['a', 1]",
                "ROW(1, 2)",
                ".",
                "[1]",
                "IS NULL",
                "CURRENT_TIMESTAMP",
                "FLOOR",
                "TO MONTH",
                "OFFSET",
                "EXCEPT");
        Random random = new Random(42);
        for (int i = 0; i < 1_500; i++) {
            StringBuilder statement = new StringBuilder(random.nextBoolean() ? "SELECT " : "");
            int length = 1 + random.nextInt(12);
            for (int j = 0; j < length; j++) {
                statement.append(words.get(random.nextInt(words.size()))).append(' ');
            }
            assertCodedOrFine(statement.toString());
        }
        String[] expressions = {
            "id", "name", "mass", "seen_at", "found", "tags", "rings", "gravity", "code", "NULL", "1", "0", "'x'",
            "-1.5"
        };
        String[] functions = {
            "%s + %s",
            "%s / %s",
            "%s || %s",
            "%s = %s",
            "COALESCE(%s, %s)",
            "NULLIF(%s, %s)",
            "CAST(%s AS VARCHAR) || %s",
            "MOD(%s, %s)",
            "POWER(%s, %s)",
            "CASE WHEN %s = %s THEN 1 END",
            "POSITION(%s IN %s)",
            "ARRAY[%s, %s]",
            "CAST(%s AS INTEGER) + %s",
            "CAST(%s AS DATE) = %s",
            "CAST(%s AS TIMESTAMP) > %s",
            "%s LIKE %s",
            "ROW(%s, %s)",
            "MAP[%s, %s]",
            "EXTRACT(YEAR FROM %s) + %s",
            "JSON_VALUE(%s, %s)",
            "SUBSTRING(%s FROM %s)",
            "%s[%s]"
        };
        for (int i = 0; i < 250; i++) {
            String expression = String.format(
                    java.util.Locale.ROOT,
                    functions[random.nextInt(functions.length)],
                    expressions[random.nextInt(expressions.length)],
                    expressions[random.nextInt(expressions.length)]);
            assertCodedOrFine("SELECT " + expression + " FROM space.planets");
        }
    }

    private void assertCodedOrFine(String statement) {
        try {
            TestExecution execution = new TestExecution();
            PreparedSql prepared = sql.engine().prepare(statement, execution.options(), execution);
            try (Answer answer = sql.engine().execute(prepared, List.of(), execution)) {
                answer.rows().forEachRemaining(row -> {});
            }
        } catch (StrandlineException e) {
            assertThat(e.getMessage())
                    .as(statement)
                    .hasSizeLessThan(1_000)
                    .doesNotContain("org.apache", "java.", "Exception", "Encountered", "RelNode", "Enumerable");
            assertThat(e.code()).as(statement + ": " + e.getCause()).isNotEqualTo(ErrorCode.INTERNAL);
        }
    }
}
