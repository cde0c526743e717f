package io.strandline.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.parser.impl.StrandlineSqlParserImpl;
import io.strandline.parser.impl.Words;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlInsert;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which words are names where, and that the words of SQL keep their meaning where it is due. */
final class NamesTest {
    /** Words that name columns, tables or schemas of the product, or are likely to in a lake. */
    static Stream<String> names() {
        return Arrays.stream("""
                catalog_name namespace table_name kind status error action reason location path type name size key version
                format source class role user_name state position ordinal value offset start end_time comment remarks text
                rows count_files done total unit eta level scope token mode query result code parameter schema_name
                catalog schema catalogs namespaces tables columns snapshots refs history manifests files partitions
                connections registrations sources sinks findings scans events latest subscriptions datasets versions
                capabilities runs row_errors quarantine commit_tokens journal checks sessions statements jobs procedures
                parameters settings metrics schemata views routines key_column_usage table_constraints
                catalog registry reconcile log manifest sink runtime information_schema strandline
                connection severity registration_id expected actual provable fix_sql detail detected_at resolved_at
                partition_id event_offset event_time event_key event_type subject actor payload is_tombstone base_uri
                committer committed_at uuid managed owner begin end date time timestamp current next partition row range
                order group user left right full table limit window year month day hour minute second
                data description system language method module object option public primary references result_set
                returns routine section sequence session sql sqlstate statement temporary transaction trigger truncate
                unique usage view work zone first last any some new measure skip using over pattern define grant
                """.strip().split("\\s+"));
    }

    @ParameterizedTest
    @MethodSource("names")
    void namesNeedNoQuotes(String name) {
        SqlSelect select = (SqlSelect) StrandlineParser.parse(
                "SELECT @, t.@, @ + 1 AS @, -@, COUNT(DISTINCT @), MAX(@), CASE @ WHEN 1 THEN @ END FROM @ WHERE @ = 'x' AND x < @ OR @ IS NOT NULL AND @ IN (1, @) AND @ BETWEEN 1 AND @ AND @ LIKE 'x' GROUP BY @, t.@ HAVING @ > 1"
                        .replace("@", name));
        assertThat(select.getSelectList().get(0))
                .isInstanceOfSatisfying(
                        SqlIdentifier.class, id -> assertThat(id.names).containsExactly(name));
        assertThat(select.getSelectList().get(1))
                .isInstanceOfSatisfying(
                        SqlIdentifier.class, id -> assertThat(id.names).containsExactly("t", name));
        assertThat(StrandlineParser.parse("SELECT 1 FROM t ORDER BY @ DESC, @ LIMIT 5 OFFSET 3".replace("@", name)))
                .isNotNull();
        assertThat(StrandlineParser.parse("CALL p(@ => 1)".replace("@", name))).isInstanceOf(SqlProcedureCall.class);
        assertThat(StrandlineParser.parse("UPDATE t SET x = 1, @ = 2 WHERE @ = 1".replace("@", name)))
                .isNotNull();
        SqlNodeList columns = ((SqlInsert)
                        StrandlineParser.parse("INSERT INTO t (@, a, @) VALUES (1, 2, 3)".replace("@", name)))
                .getTargetColumnList();
        assertThat(columns).hasSize(3).first().hasToString(name);
    }

    /** The list in the Javadoc is the parser's behaviour, word by word. */
    @Test
    void exactlyTheListedWordsAreReserved() {
        Set<String> reserved = Words.all().stream()
                .filter(word -> !parses("SELECT " + word + ", t." + word + " AS " + word + " FROM t WHERE " + word
                        + " = 1 AND x < " + word + " GROUP BY " + word + " ORDER BY " + word))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(reserved).isEqualTo(new TreeSet<>(StrandlineParser.RESERVED_WORDS));
        assertThat(Words.all()).hasSizeGreaterThan(700);
    }

    @Test
    void reservedWordsAreNamesWhenQuotedAfterADotOrBeforeAnArrow() {
        for (String word : StrandlineParser.RESERVED_WORDS) {
            if (!word.contains("-")) {
                StrandlineParser.parse("SELECT \"" + word + "\", t." + word + " FROM s." + word);
                StrandlineParser.parse("CALL s." + word + "(" + word + " => 1)");
                StrandlineParser.parse("SELECT * FROM TABLE(log.follow(" + word + " => 1))");
            }
        }
    }

    /** Each of these is accepted by the bare grammar; the words must not become names here. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT DATE '2024-01-01', TIME '01:02:03', TIMESTAMP '2024-01-01 00:00:00', INTERVAL '1' DAY",
                "SELECT INTERVAL -'1' DAY, INTERVAL +'1' DAY, DATE('2024-01-01'), TIMESTAMP(x) FROM t",
                "SELECT CAST(x AS DATE), CAST(x AS TIMESTAMP), TRY_CAST(x AS TIME), x::DATE, x::UUID FROM t",
                "SELECT CAST(x AS MAP<VARCHAR, DATE>), CAST(x AS MAP<DATE, TIMESTAMP>), a FROM t",
                "SELECT CAST(x AS TIMESTAMP WITH LOCAL TIME ZONE), CAST(x AS ROW(a DATE, b TIME)) FROM t",
                "SELECT CONVERT(DATE, x), CONVERT(TIMESTAMP, x) FROM t",
                "SELECT * FROM t LIMIT 5 OFFSET 3",
                "SELECT * FROM t ORDER BY a, b DESC OFFSET 3 ROWS FETCH NEXT 5 ROWS ONLY",
                "SELECT * FROM t OFFSET ? ROW FETCH FIRST ? ROW ONLY",
                "SELECT SUM(x) OVER (PARTITION BY a ORDER BY b ROWS BETWEEN CURRENT ROW AND 5 FOLLOWING) FROM t",
                "SELECT SUM(x) OVER (ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), SUM(x) OVER (RANGE 1 PRECEDING) FROM t",
                "SELECT SUM(x) OVER w, SUM(x) OVER (w ROWS UNBOUNDED PRECEDING) FROM t WINDOW w AS (ORDER BY a)",
                "SELECT LISTAGG(x, ',') WITHIN GROUP (ORDER BY y) FROM t GROUP BY ROLLUP(a, b)",
                "SELECT GROUPING(a) FROM t GROUP BY GROUPING SETS ((a), (b), ())",
                "SELECT LEFT(a, 1), RIGHT(a, 1) FROM a LEFT JOIN b USING (x) RIGHT JOIN c ON b.x = c.x FULL JOIN d ON TRUE",
                "SELECT * FROM a NATURAL LEFT OUTER JOIN b, LATERAL (SELECT 1) AS c, UNNEST(ARRAY[1]) AS u, TABLE(f(1))",
                "SELECT * FROM (VALUES (1, 2), (3, 4)) AS t (a, b) WHERE a IN (VALUES 1, 2)",
                "SELECT * FROM (TABLE x) AS t",
                "SELECT CAST(? AS ANY), CAST(x AS VARIANT), x::VARIANT FROM t UNION ALL VALUES + (2)",
                "SELECT * FROM (VALUES -1, +2) AS t",
                "TABLE x",
                "VALUES 1, 2",
                "VALUES ROW(1, 2)",
                "SELECT x = ANY (SELECT 1), x > SOME (VALUES 1), UNIQUE (SELECT 1) FROM t",
                "SELECT a[OFFSET(1)], a[ORDINAL(1)], a[SAFE_OFFSET(1)] FROM t",
                "SELECT * FROM t FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00'",
                "SELECT NEXT VALUE FOR s, CURRENT VALUE FOR s",
                "SELECT JSON_VALUE(x, '$.a' RETURNING DATE), EXTRACT(YEAR FROM x), FLOOR(x TO DAY) FROM t",
                "SELECT 1 FROM t UNION VALUES (1) EXCEPT TABLE x",
                "SELECT DISTINCT -x, - x, + x FROM t",
                "SELECT ALL x FROM t QUALIFY ROW_NUMBER() OVER (ORDER BY x) = 1",
                "INSERT INTO t VALUES (DEFAULT, NULL, DATE '2024-01-01')",
                "MERGE INTO t USING s ON t.a = s.a WHEN MATCHED THEN UPDATE SET b = 1 WHEN NOT MATCHED THEN INSERT VALUES (1)",
                "SELECT DATEADD(DAY, 1, x), DATEDIFF(DAY, x, y), DATE_PART(DAY, x) FROM t",
                "SELECT * FROM t MATCH_RECOGNIZE (PARTITION BY a ORDER BY b MEASURES FINAL LAST(x) AS y ONE ROW PER MATCH AFTER MATCH SKIP TO NEXT ROW PATTERN (a b+) DEFINE b AS b.x > PREV(b.x)) AS m",
                "SELECT * FROM (SELECT 1 AS a) PIVOT (SUM(a) AS s FOR b IN (1 AS x, 2 AS y))"
            })
    void wordsKeepTheirMeaning(String sql) throws SqlParseException {
        SqlNode plain = SqlParser.create(sql, bareGrammar()).parseStmt();
        assertThat(StrandlineParser.parse(sql).equalsDeep(plain, Litmus.THROW)).isTrue();
    }

    @Test
    void namesAreFoldedToLowerCaseUnlessQuoted() {
        SqlSelect select =
                (SqlSelect) StrandlineParser.parse("SELECT TITLE, \"TITLE\", \"a \"\"b\"\" %_.\", \"表é😀\" FROM T");
        assertThat(select.getSelectList())
                .extracting(item -> ((SqlIdentifier) item).getSimple())
                .containsExactly("title", "TITLE", "a \"b\" %_.", "表é😀");
    }

    @Test
    void aNameMayHave1024CharactersAndNoMore() {
        String longest = "n".repeat(StrandlineParser.IDENTIFIER_MAX_LENGTH);
        assertThat(StrandlineParser.parse("SELECT " + longest)).isNotNull();
        assertThatThrownBy(() -> StrandlineParser.parse("SELECT " + longest + "n"))
                .isInstanceOf(StatementSyntaxException.class)
                .hasMessageContaining("a name of more than 1024 characters")
                .message()
                .hasSizeLessThanOrEqualTo(StatementSyntaxException.MESSAGE_LIMIT);
    }

    static SqlParser.Config bareGrammar() {
        return StrandlineParser.config().withParserFactory(StrandlineSqlParserImpl.FACTORY);
    }

    private static boolean parses(String sql) {
        try {
            StrandlineParser.parse(sql);
            return true;
        } catch (StatementSyntaxException e) {
            return false;
        }
    }
}
