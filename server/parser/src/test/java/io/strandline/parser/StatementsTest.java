package io.strandline.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlExplain;
import org.apache.calcite.sql.SqlExplainFormat;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSetOption;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class StatementsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            SET idempotency_key = 'x'            | idempotency_key | x
            SET time_zone = 'Europe/Berlin';     | time_zone       | Europe/Berlin
            SET "timeZone" = 'UTC' -- here       | timeZone        | UTC
            SET TimeZone = 'UTC'                 | timezone        | UTC
            SET schema = 'prod'                  | schema          | prod
            SET offset = 'a'                     | offset          | a
            SET a.b = '表é😀 it''s'               | a.b             | 表é😀 it's
            """)
    void setTakesANameAndAText(String sql, String name, String value) {
        SqlSetOption set = (SqlSetOption) StrandlineParser.parse(sql);
        assertThat(set.name()).hasToString(name);
        assertThat(((SqlLiteral) set.getValue()).getValueAs(String.class)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "-5", "1.5", "TRUE", "false", "NULL", "on", "off", "a_name"})
    void setTakesOtherValues(String value) {
        SqlSetOption set = (SqlSetOption) StrandlineParser.parse("SET read_only = " + value);
        assertThat(set.name()).hasToString("read_only");
        assertThat(set.getValue()).isNotNull();
    }

    @Test
    void resetTakesANameOrAll() {
        assertThat(((SqlSetOption) StrandlineParser.parse("RESET time_zone")).name())
                .hasToString("time_zone");
        SqlSetOption all = (SqlSetOption) StrandlineParser.parse("RESET ALL;");
        assertThat(all.name()).hasToString("ALL");
        assertThat(all.getValue()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EXPLAIN PLAN FOR SELECT ?",
                "EXPLAIN SELECT ?",
                "EXPLAIN PLAN EXCLUDING ATTRIBUTES WITHOUT IMPLEMENTATION FOR WITH w AS (SELECT 1) SELECT ? FROM w",
                "EXPLAIN PLAN INCLUDING ALL ATTRIBUTES WITH TYPE FOR SELECT ?",
                "EXPLAIN PLAN FOR INSERT INTO t VALUES (?)",
                "EXPLAIN DELETE FROM t WHERE a = ?",
                "EXPLAIN PLAN FOR CALL p(?)",
                "EXPLAIN {? = call p(?)}"
            })
    void explainTakesQueriesChangesAndCalls(String sql) {
        SqlExplain explain = (SqlExplain) StrandlineParser.parse(sql);
        assertThat(explain.getDynamicParamCount()).isEqualTo(1);
        assertThat(explain.getFormat()).isEqualTo(SqlExplainFormat.TEXT);
    }

    @ParameterizedTest
    @CsvSource({"XML, XML", "JSON, JSON", "DOT, DOT"})
    void explainTakesAFormat(String word, SqlExplainFormat format) {
        String sql = "EXPLAIN PLAN AS " + word + " FOR SELECT 1";
        assertThat(((SqlExplain) StrandlineParser.parse(sql)).getFormat()).isEqualTo(format);
    }

    @Test
    void operatorsOfOtherDialectsAreUnderstood() {
        assertThat(kinds("a::BIGINT, ?::DECIMAL(38, 10), a <=> b, a ~ 'x', a !~* 'x', DATEADD(DAY, 1, d), DATE(x)"))
                .containsExactly(
                        SqlKind.CAST,
                        SqlKind.CAST,
                        SqlKind.IS_NOT_DISTINCT_FROM,
                        SqlKind.POSIX_REGEX_CASE_SENSITIVE,
                        SqlKind.POSIX_REGEX_CASE_INSENSITIVE,
                        SqlKind.TIMESTAMP_ADD,
                        SqlKind.OTHER_FUNCTION);
        SqlSelect semi = (SqlSelect) StrandlineParser.parse("SELECT * FROM a LEFT SEMI JOIN b ON a.x = b.x");
        assertThat(((SqlJoin) semi.getFrom()).getJoinType()).hasToString("LEFT_SEMI_JOIN");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            SELECT {fn abs(x)} FROM t                             | SELECT abs(x) FROM t
            SELECT { fn concat({fn ucase(a)}, 'b') } FROM t       | SELECT concat(ucase(a), 'b') FROM t
            SELECT {fn insert(a, 1, 2, b)} FROM t                 | SELECT "insert"(a, 1, 2, b) FROM t
            SELECT {fn current_date} FROM t                       | SELECT current_date FROM t
            SELECT * FROM {oj a LEFT JOIN b ON a.x = b.x}         | SELECT * FROM a LEFT JOIN b ON a.x = b.x
            SELECT * FROM t WHERE a LIKE '!_' {escape '!'}        | SELECT * FROM t WHERE a LIKE '!_' ESCAPE '!'
            SELECT * FROM t {limit 5}                             | SELECT * FROM t LIMIT 5
            SELECT TOP 5 a FROM t ORDER BY a                      | SELECT a FROM t ORDER BY a LIMIT 5
            SELECT TOP (5) a FROM t ORDER BY a OFFSET 2           | SELECT a FROM t ORDER BY a LIMIT 5 OFFSET 2
            SELECT a FROM t FETCH FIRST ROW ONLY                  | SELECT a FROM t FETCH FIRST 1 ROW ONLY
            SELECT a FROM t OFFSET 2 ROWS FETCH NEXT ROWS ONLY    | SELECT a FROM t OFFSET 2 ROWS FETCH NEXT 1 ROW ONLY
            SELECT {d '1582-10-10'}, { t '01:02:03'}              | SELECT DATE '1582-10-10', TIME '01:02:03'
            SELECT {ts '1582-10-10 01:02:03.4'} FROM t            | SELECT TIMESTAMP '1582-10-10 01:02:03.4' FROM t
            CALL p({d '0001-01-01'})                              | CALL p(DATE '0001-01-01')
            SELECT TOP ? a FROM t ORDER BY a                      | SELECT a FROM t ORDER BY a LIMIT ?
            SELECT DISTINCT TOP (?) a FROM t                      | SELECT DISTINCT a FROM t LIMIT ?
            DESC t                                                | DESCRIBE t
            DESCRIBE version                                      | DESCRIBE TABLE version
            """)
    void otherWaysToWriteItMeanTheSame(String sql, String same) {
        assertThat(StrandlineParser.parse(sql))
                .hasToString(StrandlineParser.parse(same).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT {fn abs(1)",
                "SELECT {fn abs(1} )",
                "SELECT abs(1)}",
                "SELECT * FROM {oj a",
                "SELECT TOP 5 a FROM t LIMIT 1",
                "SELECT `a` FROM t",
                "SHOW",
                "SHOW TABLES FROM",
                "SHOW TABLES LIKE x",
                "USE"
            })
    void halfOfItIsASyntaxError(String sql) {
        assertThatThrownBy(() -> StrandlineParser.parse(sql)).isInstanceOf(StatementSyntaxException.class);
    }

    @Test
    void parametersOfTopAreCountedWhereTheyStand() {
        SqlNode statement = StrandlineParser.parse("SELECT ?, x FROM (SELECT TOP ? ? AS x FROM t WHERE a = ?) AS i"
                + " UNION ALL SELECT TOP (?) ?, ? FROM u ORDER BY 1 LIMIT ?");
        TreeMap<Integer, Integer> byColumn = new TreeMap<>();
        statement.accept(new SqlBasicVisitor<Void>() {
            @Override
            public Void visit(SqlDynamicParam parameter) {
                byColumn.put(parameter.getParserPosition().getColumnNum(), parameter.getIndex());
                return null;
            }
        });
        assertThat(byColumn.values()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        SqlOrderBy ordered = (SqlOrderBy) StrandlineParser.parse("SELECT TOP ? a FROM t ORDER BY a + ? OFFSET ?");
        assertThat(((SqlDynamicParam) ordered.fetch).getIndex()).isZero();
        assertThat(((SqlDynamicParam) ordered.offset).getIndex()).isEqualTo(2);
    }

    @Test
    void topLimitsTheSelectItStandsIn() {
        SqlSelect inner =
                (SqlSelect) ((SqlSelect) StrandlineParser.parse("SELECT a FROM (SELECT TOP 3 a FROM t)")).getFrom();
        assertThat(inner.getFetch()).hasToString("3");
        SqlSelect name = (SqlSelect) StrandlineParser.parse("SELECT top, top(1), t.top AS top FROM t");
        assertThat(name.getSelectList()).hasSize(3);
        assertThat(name.getFetch()).isNull();
    }

    @Test
    void backticksQuoteOnceAllowed() {
        SqlSelect select = (SqlSelect) StrandlineParser.parse("SELECT `A``b\"c`, \"D`e\", '`' FROM t", true);
        assertThat(((SqlIdentifier) select.getSelectList().get(0)).getSimple()).isEqualTo("A`b\"c");
        assertThat(((SqlIdentifier) select.getSelectList().get(1)).getSimple()).isEqualTo("D`e");
    }

    @Test
    void showAndUseGiveWhatWasWritten() {
        SqlShow show = (SqlShow) StrandlineParser.parse("SHOW Tables IN a.\"B\" LIKE 'x%';");
        assertThat(show.kind().getSimple()).isEqualTo("tables");
        assertThat(show.within().orElseThrow().names).containsExactly("a", "B");
        assertThat(show.pattern()).contains("x%");
        assertThat(show).hasToString("SHOW `tables` FROM `a`.`B` LIKE 'x%'");
        assertThat(((SqlUse) StrandlineParser.parse("USE a.b")).path()).containsExactly("a", "b");
    }

    @Test
    void namesAreFoldedAlikeInEveryLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            SqlSelect select = (SqlSelect) StrandlineParser.parse("SELECT TITLE, INDEX_ID, LIMIT FROM T");
            assertThat(select.getSelectList())
                    .extracting(item -> ((SqlIdentifier) item).getSimple())
                    .containsExactly("title", "index_id", "limit");
            assertThat(StrandlineParser.parse("insert into t (id) values (1)").getKind())
                    .isEqualTo(SqlKind.INSERT);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void manyThreadsParseAtOnce() {
        List<String> texts = ProcedureCallTest.calls().toList();
        List<String> alone = texts.stream()
                .map(sql -> StrandlineParser.parse(sql).toString())
                .toList();
        assertThat(IntStream.range(0, 400)
                        .parallel()
                        .filter(i -> !StrandlineParser.parse(texts.get(i % texts.size()))
                                .toString()
                                .equals(alone.get(i % texts.size())))
                        .toArray())
                .isEmpty();
    }

    private static List<SqlKind> kinds(String expressions) {
        SqlSelect select = (SqlSelect) StrandlineParser.parse("SELECT " + expressions + " FROM t");
        return select.getSelectList().stream().map(SqlNode::getKind).toList();
    }
}
