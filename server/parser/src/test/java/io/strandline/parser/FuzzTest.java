package io.strandline.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.Litmus;

/** Random texts: a parse gives a tree or a {@link StatementSyntaxException}, never anything else. */
final class FuzzTest {
    private static final List<String> VALID = List.of(
            "CALL repair ( connection => 'c' , action => ? , items => ARRAY [ 'a' , NULL ] , dry_run => TRUE )",
            "{ ? = call strandline . reconcile . repair ( - 1.5 , DEFAULT , DATE '2024-01-01' , CAST ( ? AS BIGINT ) ) }",
            "SELECT a , t . b AS c , COUNT ( DISTINCT d ) FROM s . t AS t LEFT JOIN u ON t . x = u . x WHERE a LIKE 'x%'"
                    + " ESCAPE '!' AND b BETWEEN 1 AND 2 OR NOT c IS NULL GROUP BY a , t . b HAVING MAX ( e ) > 3"
                    + " ORDER BY a DESC NULLS LAST LIMIT 5 OFFSET 3",
            "SELECT SUM ( x ) OVER ( PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW ) FROM t"
                    + " QUALIFY ROW_NUMBER ( ) OVER ( ORDER BY x ) = 1",
            "WITH w AS ( SELECT 1 AS one UNION ALL VALUES ( 2 ) ) SELECT CASE one WHEN 1 THEN one :: VARCHAR ( 10 )"
                    + " ELSE 'x' || ? END , INTERVAL '1' DAY , a [ OFFSET ( 1 ) ] FROM w , TABLE ( f ( x => 1 ) )",
            "INSERT INTO t ( a , b ) VALUES ( 1 , 'x' ) , ( ? , DEFAULT )",
            "UPDATE t SET a = 1 , b = DATE '2024-01-01' WHERE c IN ( 1 , 2 )",
            "MERGE INTO t USING s ON t . a = s . a WHEN MATCHED THEN UPDATE SET b = 1",
            "EXPLAIN PLAN FOR SELECT * FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00'",
            "SET time_zone = 'Europe/Berlin'");

    /** What the bare grammar has not. */
    private static final List<String> OF_OTHERS = List.of(
            "SELECT TOP 5 `a` , {fn CONCAT ( {fn UCASE ( a ) } , 'x' ) } FROM {oj t LEFT JOIN u ON t . a = u . a } WHERE a"
                    + " LIKE 'x!%' {escape '!' } AND d > {d '2024-01-01' } {limit 3 }",
            "SELECT DISTINCT TOP ( 5 ) DATE_PART ( 'year' , d ) , ROW ( 1 , 'a' ) FROM t UNION SELECT TOP 1 x FROM u",
            "SHOW TABLES FROM a . b LIKE 'x%'",
            "DESCRIBE TABLE a . version c",
            "USE a . b",
            "CREATE TABLE IF NOT EXISTS a . b . c ( id BIGINT NOT NULL COMMENT 'x' , d DECIMAL ( 9 , 2 ) DEFAULT - 1.5 , m MAP <"
                    + " DATE , ROW ( a INT , date DATE ) ARRAY > ) PARTITIONED BY ( month ( d ) , bucket ( 16 , id ) ) WITH ( k"
                    + " = 'v' )",
            "ALTER TABLE a . b . c ADD COLUMN x INT AFTER y , DROP COLUMN IF EXISTS z , ALTER COLUMN t TYPE TIMESTAMP ( 6 ) WITH"
                    + " LOCAL TIME ZONE , SET PROPERTIES a = 1 , b = 'c'",
            "COMMENT ON COLUMN a . b . c . d IS NULL");

    private static final String TOKEN_TEXT = """
            SELECT FROM WHERE CALL AND OR NOT AS IN IS NULL LIKE BETWEEN BY GROUP ORDER LIMIT OFFSET FETCH NEXT ROW ROWS
            RANGE CURRENT ONLY VALUES VALUE TABLE DATE TIME TIMESTAMP INTERVAL UUID WITH UNION EXCEPT JOIN LEFT ON USING
            CASE WHEN THEN ELSE END CAST ARRAY MAP MULTISET DISTINCT ALL ANY SOME EXISTS UNIQUE DEFAULT SET INSERT INTO
            OVER PARTITION WINDOW EXPLAIN PLAN FOR DESC DESCRIBE ESCAPE SYSTEM TRUE FALSE UNKNOWN TOP SHOW USE TABLES a b "q" "" 's' '' N'n'
            X'ab' U&'\\0041' U&"\\0041" u&'\\d83d' e'\\n' _utf8'x' 1 2.5 1e3 99999999999999999999 NaN ? ( ) [ ] { } {fn {oj {escape {limit `q` {d
            {ts , . ; * + - / % || = <> != < > <= >= => -> :: <=> ~ ! : .. | & ^ $ # @ ` ' " \\ -- /* */ /*+ //
            \u0000 \u0007 \u00e9 \ud83d\ude00 \ud83d""";

    private static final List<String> TOKENS = List.of(TOKEN_TEXT.split("\\s+"));

    @Property(tries = 400, seed = "20240229", shrinking = ShrinkingMode.OFF)
    void tokenSoupGivesATreeOrASyntaxError(@ForAll("soup") String sql) {
        outcome(sql);
    }

    @Property(tries = 400, seed = "20240301", shrinking = ShrinkingMode.OFF)
    void mutatedStatementsGiveATreeOrASyntaxError(@ForAll("mutated") String sql) {
        outcome(sql);
    }

    @Property(tries = 200, seed = "20240302", shrinking = ShrinkingMode.OFF)
    void anyCharactersGiveATreeOrASyntaxError(@ForAll String text) {
        outcome(text);
        outcome("SELECT " + text);
        assertThat(outcome("CALL p('" + text.replace("'", "''") + "')")).isPresent();
    }

    /** Words become names only where the grammar itself would refuse them. */
    @Property(tries = 400, seed = "20240303", shrinking = ShrinkingMode.OFF)
    void whatTheBareGrammarAcceptsKeepsItsMeaning(@ForAll("almostValid") String sql) {
        Optional<SqlNode> bare = bareOutcome(sql);
        Statistics.collect(bare.isPresent());
        Statistics.coverage(checker -> checker.check(true).percentage(share -> share > 5));
        bare.ifPresent(plain -> assertThat(outcome(sql))
                .as(sql)
                .hasValueSatisfying(node -> assertThat(node.equalsDeep(plain, Litmus.IGNORE))
                        .as("%s%nbare: %s%nours: %s", sql, plain, node)
                        .isTrue()));
    }

    @Provide
    Arbitrary<String> soup() {
        return Arbitraries.of(TOKENS).list().ofMinSize(1).ofMaxSize(25).map(tokens -> String.join(" ", tokens));
    }

    @Provide
    Arbitrary<String> mutated() {
        return mutated(Stream.concat(VALID.stream(), OF_OTHERS.stream()).toList(), 3, "\n", "");
    }

    @Provide
    Arbitrary<String> almostValid() {
        return mutated(VALID, 1, " ");
    }

    private static Arbitrary<String> mutated(List<String> statements, int most, String... blanks) {
        Arbitrary<Mutation> mutation = Combinators.combine(
                        Arbitraries.of("replace", "insert", "remove", "swap", "double"),
                        Arbitraries.integers().between(0, 10_000),
                        Arbitraries.of(TOKENS))
                .as(Mutation::new);
        return Combinators.combine(
                        Arbitraries.of(statements),
                        mutation.list().ofMinSize(1).ofMaxSize(most),
                        Arbitraries.of(blanks))
                .as((statement, mutations, blank) -> {
                    List<String> tokens = new ArrayList<>(List.of(statement.split(" ")));
                    mutations.forEach(m -> m.applyTo(tokens));
                    return String.join(blank, tokens);
                });
    }

    private record Mutation(String kind, int place, String token) {
        void applyTo(List<String> tokens) {
            if (tokens.isEmpty()) {
                tokens.add(token);
                return;
            }
            int at = place % tokens.size();
            switch (kind) {
                case "replace" -> tokens.set(at, token);
                case "insert" -> tokens.add(at, token);
                case "remove" -> tokens.remove(at);
                case "swap" -> tokens.set(at, tokens.set((at + 1) % tokens.size(), tokens.get(at)));
                default -> tokens.add(at, tokens.get(at));
            }
        }
    }

    private static Optional<SqlNode> bareOutcome(String sql) {
        try {
            return Optional.of(SqlParser.create(sql, NamesTest.bareGrammar()).parseStmt());
        } catch (SqlParseException e) {
            return Optional.empty();
        }
    }

    private static Optional<SqlNode> outcome(String sql) {
        try {
            return Optional.of(StrandlineParser.parse(sql, sql.indexOf('`') >= 0));
        } catch (StatementSyntaxException e) {
            assertThat(e.getMessage()).hasSizeLessThanOrEqualTo(StatementSyntaxException.MESSAGE_LIMIT);
            assertThat(e.line()).isPositive();
            assertThat(e.column()).isPositive();
            return Optional.empty();
        }
    }
}
