package io.strandline.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.strandline.parser.StatementSyntaxException.Kind;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SyntaxErrorsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            SELECT 1 FROM            | 1 | 13 | the statement ends too early
            SELEC 1                  | 1 |  1 | unexpected "SELEC"; a statement begins with SELECT, WITH
            SELECT FROM t            | 1 |  8 | unexpected "FROM"; something is missing before this reserved word
            SELECT a b c             | 1 | 12 | unexpected "c"
            SELECT 'abc              | 1 |  8 | a string begins here and is not closed; close it with '
            SELECT "abc              | 1 |  8 | a quoted name begins here and is empty or not closed; close it with "
            SELECT ""                | 1 |  8 | a quoted name begins here and is empty or not closed
            SELECT `a`               | 1 |  8 | unexpected `; names are quoted with double quotes
            SELECT #                 | 1 |  8 | unexpected "#"; a name with such characters is put in double quotes
            SELECT 😀                | 1 |  8 | unexpected "😀"; a name with such characters is put in double quotes
            SELECT 1 /* abc          | 1 | 10 | a comment begins here and is not closed; close it with */
            SELECT 1 /** abc         | 1 | 10 | a comment begins here and is not closed; close it with */
            SELECT # x               | 1 |  8 | unexpected "#"; a name with such characters is put in double quotes
            SELECT 1 + (SELECT       | 1 | 18 | the statement ends too early
            CALL                     | 1 |  4 | the statement ends too early; expected a name
            CALL 5                   | 1 |  6 | unexpected "5"; expected a name
            CALL p(                  | 1 |  7 | the statement ends too early
            CALL p(1,)               | 1 | 10 | unexpected ")"
            CALL p 1                 | 1 |  8 | unexpected "1"; expected ( or . or the end of the statement
            CALL p(1))               | 1 | 10 | unexpected ")"; expected the end of the statement
            CALL p(SELECT 1)         | 1 |  8 | unexpected "SELECT"
            CALL p((SELECT 1))       | 1 |  8 | a query is not accepted here; give a value
            CALL p(a => b => 1)      | 1 | 15 | unexpected "=>"
            CALL p(password 'geheim')| 1 | 17 | unexpected string literal
            CALL p(DATE '2024-02-31')| 1 |  8 | Illegal DATE literal
            {call p(1)               | 1 | 10 | the statement ends too early; expected }
            {? call p(1)}            | 1 |  4 | unexpected "call"; expected =
            {p(1)}                   | 1 |  2 | unexpected "p"; expected ? or CALL
            SET x TO 'y'             | 1 |  7 | unexpected "TO"; expected . or =
            SELECT * FROM t WHERE a IN | 1 | 26 | the statement ends too early
            """)
    void theMessageSaysWhatWasMetWhereAndWhatToDo(String sql, int line, int column, String message) {
        StatementSyntaxException error = error(sql);
        assertThat(error.kind()).isEqualTo(Kind.SYNTAX);
        assertThat(error).hasMessageStartingWith("line " + line + ", column " + column + ": " + message);
        assertThat(error.line()).isEqualTo(line);
        assertThat(error.column()).isEqualTo(column);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SELECT 1,\n  x\n  FROM;;", "SELECT 1,\r\n  x\r\n  FROM", "SELECT 1,\r  x\r  FROM -- end"})
    void linesAreCountedByEachKindOfLineEnd(String sql) {
        assertThat(error(sql).line()).isEqualTo(3);
        assertThat(error(sql.replace("FROM", "#")).line()).isEqualTo(3);
        assertThat(error(sql.replace("FROM", "#"))).hasMessageContaining("\"#\"");
        assertThat(error(sql.replace("FROM", "#")).column()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1; SELECT 2",
                "SELECT 1;SELECT 2;",
                "CALL a; CALL b",
                ";SELECT 1;; -- x\n 5",
                "SELECT 1; nonsense 😀"
            })
    void aSecondStatementIsRefusedAsSuch(String sql) {
        // what is wrong further on does not matter: the first token after the semicolon tells
        StatementSyntaxException error = error(sql.replace(" 😀", ""));
        assertThat(error.kind()).isEqualTo(Kind.SEVERAL_STATEMENTS);
        assertThat(error).hasMessageContaining("one statement at a time");
    }

    @Test
    void aSemicolonInAStringOrCommentSeparatesNothing() {
        assertThat(StrandlineParser.parse("SELECT 'a; b' /* c; d */ AS \"e; f\" -- ; g"))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  \t\r\n\f ", "-- only\n-- comments", "/* a */ /** b */", ";", " ; ;; -- x\n;", "//"})
    void aTextWithoutStatementIsRefusedAsSuch(String sql) {
        StatementSyntaxException error = error(sql);
        assertThat(error.kind()).isEqualTo(Kind.EMPTY);
        assertThat(error).hasMessageContaining("holds no statement");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1;",
                "SELECT 1 ; ; ;",
                ";SELECT 1",
                "-- a\nSELECT /* b */ 1 -- c",
                "SELECT 1 // c",
                "/* a\n * b\n */ SELECT 1 /** c */;",
                "CALL p;",
                "{call p};",
                "SET x = 'y';",
                "UPDATE t SET a = 1;",
                "EXPLAIN PLAN FOR SELECT 1;"
            })
    void semicolonsAndCommentsRoundAStatementAreAccepted(String sql) {
        assertThat(StrandlineParser.parse(sql)).isNotNull();
    }

    @Test
    void theMessageIsOneShortLineWithoutHalfACharacter() {
        for (String text :
                new String[] {"SELECT \"" + "x".repeat(5000), "SELECT a \u0001", "SELEC" + "é".repeat(9000)}) {
            assertThat(error(text).getMessage())
                    .hasSizeLessThanOrEqualTo(StatementSyntaxException.MESSAGE_LIMIT)
                    .doesNotContainPattern("\\p{Cntrl}");
        }
        String surrogates =
                error("SELECT f(1) \"" + "😀".repeat(400) + "\" \"y\"").getMessage();
        assertThat(surrogates.codePoints())
                .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }

    @Test
    void callersOfCalcitesOwnParserGetTheSameError() {
        SqlParseException error = catchThrowableOfType(
                SqlParseException.class,
                () -> SqlParser.create("SELECT 1; SELECT 2", StrandlineParser.config())
                        .parseStmt());
        assertThat(error).hasCauseInstanceOf(StatementSyntaxException.class);
        assertThat(error.getPos().getColumnNum()).isEqualTo(11);
        assertThat(error.getMessage()).isEqualTo(error.getCause().getMessage());
    }

    static StatementSyntaxException error(String sql) {
        StatementSyntaxException error =
                catchThrowableOfType(StatementSyntaxException.class, () -> StrandlineParser.parse(sql));
        assertThat(error).as(sql).isNotNull();
        return error;
    }
}
