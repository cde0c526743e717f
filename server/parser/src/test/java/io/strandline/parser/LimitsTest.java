package io.strandline.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements of a megabyte and statements that no sane client sends: an answer or an error, in seconds. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LimitsTest {
    private static final int MEGABYTE = 1_000_000;

    @ParameterizedTest(name = "[{index}]")
    @MethodSource
    void aMegabyteThatIsAStatementIsParsed(String sql) {
        assertThat(StrandlineParser.parse(sql)).isNotNull();
    }

    static Stream<String> aMegabyteThatIsAStatementIsParsed() {
        return Stream.of(
                "SELECT '" + "é😀".repeat(MEGABYTE / 3) + "'",
                "SELECT 1 FROM t WHERE x IN (" + "1,   ".repeat(MEGABYTE / 5) + "1)",
                "SELECT 1 FROM t WHERE x IN (" + "'abc', ".repeat(MEGABYTE / 7) + "?)",
                "INSERT INTO t VALUES (1, 'x')" + ", (1, 'x')".repeat(MEGABYTE / 20),
                "CALL p(items => ARRAY[" + "'a', ".repeat(MEGABYTE / 5) + "'b'])",
                "CALL p(" + "?, ".repeat(MEGABYTE / 20) + "?)",
                "SELECT 1 -- " + "x".repeat(MEGABYTE),
                "SELECT 1 /* " + "x".repeat(MEGABYTE) + " */",
                " ".repeat(MEGABYTE) + "SELECT 1" + ";".repeat(MEGABYTE));
    }

    @ParameterizedTest(name = "[{index}]")
    @MethodSource
    void aMegabyteThatIsNoneIsRefused(String sql) {
        assertThat(SyntaxErrorsTest.error(sql).getMessage())
                .hasSizeLessThanOrEqualTo(StatementSyntaxException.MESSAGE_LIMIT);
    }

    static Stream<String> aMegabyteThatIsNoneIsRefused() {
        return Stream.of(
                        "(", ")", "'x", "\"", "\"x", " ", ";", "/*", "{", "[", "a", "1", "é", "\0", "?", "CASE ", "a.",
                        "1::", "x LIKE ")
                .flatMap(part -> Stream.of("", "SELECT * FROM t WHERE x = ")
                        .map(start -> start + part.repeat(MEGABYTE / part.length())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT @(#1@)#",
                "SELECT * FROM @(#SELECT 1@)#",
                "CALL p(@(#1@)#)",
                "SELECT @f(#1@)#",
                "SELECT @ARRAY[#1@]#",
                "SELECT 1 FROM t WHERE @EXISTS (SELECT 1 FROM t WHERE #TRUE@)#",
                "SELECT @CASE WHEN TRUE THEN #1@ END#",
                "SELECT CAST(1 AS @ROW(a #INT@)#)",
                "SELECT @NOT #TRUE",
                "SELECT @- #1",
                "SELECT 1@ + 1#",
                "SELECT 1 FROM t WHERE @x = 1 OR #TRUE",
                "SELECT 1 FROM t WHERE @x LIKE 'a' OR #TRUE",
                "SELECT 1@ UNION SELECT 1#",
                "SELECT a@.a#",
                "SELECT 1@::int#"
            })
    void tenThousandLevelsOrTermsAreRefusedAndTwentyAreFine(String pattern) {
        assertThat(StrandlineParser.parse(repeated(pattern, 20))).isNotNull();
        assertThat(SyntaxErrorsTest.error(repeated(pattern, 10_000)).kind())
                .isEqualTo(StatementSyntaxException.Kind.SYNTAX);
    }

    @Test
    void nestingIsAllowedToTheLimit() {
        int limit = StrandlineParser.NESTING_MAX_DEPTH;
        assertThat(StrandlineParser.parse(repeated("SELECT @(#1@)#", limit))).isNotNull();
        assertThat(SyntaxErrorsTest.error(repeated("SELECT @(#1@)#", limit + 1)))
                .hasMessageContaining("nested deeper than 256 levels");
        // siblings do not add up
        assertThat(StrandlineParser.parse("SELECT " + "(1), ".repeat(10 * limit) + "1"))
                .isNotNull();
    }

    @Test
    void longExpressionsAreAllowedToTheLimit() {
        assertThat(StrandlineParser.parse(repeated("SELECT 1 FROM t WHERE @x = 1 OR #TRUE", 1_000)))
                .isNotNull();
        assertThat(SyntaxErrorsTest.error(repeated("SELECT 1@ + 1#", StrandlineParser.EXPRESSION_MAX_TOKENS)))
                .hasMessageContaining("an expression of more than 10000 tokens");
        assertThat(SyntaxErrorsTest.error(
                        repeated("SELECT 1@ UNION SELECT 1#", StrandlineParser.SET_OPERATIONS_MAX + 1)))
                .hasMessageContaining("more than 1000 set operations");
        assertThat(StrandlineParser.parse(repeated("SELECT 1 FROM t WHERE @x LIKE 'a' OR #TRUE", 200)))
                .isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e9999", "1E-123456789", "0.1e+00001234", "9@"})
    void numbersThatWouldCostMinutesToWriteOutAreRefused(String number) {
        assertThat(SyntaxErrorsTest.error("SELECT " + number.replace("@", "0".repeat(1001))))
                .hasMessageContaining("1000 digits");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1e308", "1E-400", "0.1e+00000123", "12345678901234567890123456789012345678.0123456789", "9@"})
    void numbersOfAnyTypeAreAccepted(String number) {
        assertThat(StrandlineParser.parse("SELECT " + number.replace("@", "0".repeat(999))))
                .isNotNull();
    }

    @Test
    void aSmallStackEndsInAnErrorToo() throws InterruptedException {
        AtomicReference<Object> outcome = new AtomicReference<>();
        Runnable parse = () -> {
            try {
                outcome.set(StrandlineParser.parse(repeated("SELECT @CASE WHEN TRUE THEN (#1@) END#", 250)));
            } catch (StatementSyntaxException e) {
                outcome.set(e);
            }
        };
        Thread thread = new Thread(null, parse, "small stack", 192 * 1024);
        thread.start();
        thread.join();
        assertThat(outcome.get()).isNotNull();
    }

    /** Repeats what stands between each {@code @} and {@code #}. */
    private static String repeated(String pattern, int times) {
        StringBuilder sql = new StringBuilder();
        int at = 0;
        for (int open = pattern.indexOf('@'); open >= 0; open = pattern.indexOf('@', at)) {
            int close = pattern.indexOf('#', open);
            sql.append(pattern, at, open)
                    .append(pattern.substring(open + 1, close).repeat(times));
            at = close + 1;
        }
        return sql.append(pattern.substring(at)).toString();
    }
}
