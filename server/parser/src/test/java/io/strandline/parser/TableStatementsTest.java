package io.strandline.parser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.parser.ddl.ColumnDefinition;
import io.strandline.parser.ddl.ColumnType;
import io.strandline.parser.ddl.PartitionTerm;
import io.strandline.parser.ddl.SqlTableStatement;
import io.strandline.parser.ddl.TableChange;
import io.strandline.parser.ddl.TableStatement;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlExplain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** CREATE, ALTER, DROP TABLE and COMMENT ON, as they are written. */
final class TableStatementsTest {
    private static TableStatement parse(String sql) {
        return ((SqlTableStatement) StrandlineParser.parse(sql)).statement();
    }

    private static ColumnType type(String text) {
        return ((TableStatement.Create) parse("CREATE TABLE a.b.c (x " + text + ")"))
                .columns()
                .get(0)
                .type();
    }

    @Test
    void aTableIsCreatedWithAllItsClauses() {
        TableStatement.Create create = (TableStatement.Create) parse("""
                CREATE TABLE IF NOT EXISTS prod."My Sales".orders (
                    id BIGINT NOT NULL COMMENT 'the key',
                    date DATE,
                    price DECIMAL(9, 2) DEFAULT -1.50 NULL,
                    comment VARCHAR COMMENT 'it''s'
                )
                USING iceberg
                PARTITIONED BY (month(date), bucket(16, id), truncate(price, 4), address.city)
                COMMENT 'all of them'
                LOCATION 's3://lake/orders'
                WITH (format_version = 3, 'write.format.default' = 'orc', a.b = TRUE);""");
        assertThat(create.name()).containsExactly("prod", "My Sales", "orders");
        assertThat(create.ifNotExists()).isTrue();
        assertThat(create.columns())
                .extracting(ColumnDefinition::name)
                .containsExactly("id", "date", "price", "comment");
        assertThat(create.columns()).extracting(ColumnDefinition::nullable).containsExactly(false, null, true, null);
        assertThat(create.columns())
                .extracting(ColumnDefinition::comment)
                .containsExactly("the key", null, null, "it's");
        assertThat(create.columns().get(2).defaultValue()).hasToString("-1.50");
        assertThat(create.partitioning())
                .containsExactly(
                        new PartitionTerm("month", List.of("date"), null),
                        new PartitionTerm("bucket", List.of("id"), 16),
                        new PartitionTerm("truncate", List.of("price"), 4),
                        new PartitionTerm(null, List.of("address", "city"), null));
        assertThat(create.comment()).isEqualTo("all of them");
        assertThat(create.location()).isEqualTo("s3://lake/orders");
        assertThat(create.provider()).isEqualTo("iceberg");
        assertThat(create.properties())
                .isEqualTo(Map.of("format_version", "3", "write.format.default", "orc", "a.b", "true"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            bigint                        | Simple[name=bigint, parameters=[], zone=NONE]
            "BigInt"                      | Simple[name=BigInt, parameters=[], zone=NONE]
            DOUBLE PRECISION              | Simple[name=double precision, parameters=[], zone=NONE]
            DECIMAL(9,2)                  | Simple[name=decimal, parameters=[9, 2], zone=NONE]
            TIMESTAMP(6) WITH TIME ZONE   | Simple[name=timestamp, parameters=[6], zone=WITH]
            TIMESTAMP WITH LOCAL TIME ZONE NOT NULL | Simple[name=timestamp, parameters=[], zone=LOCAL]
            TIMESTAMP WITHOUT TIME ZONE   | Simple[name=timestamp, parameters=[], zone=WITHOUT]
            UUID                          | Simple[name=uuid, parameters=[], zone=NONE]
            """)
    void aSimpleTypeIsItsWords(String text, String type) {
        assertThat(type(text)).hasToString(type);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            INTEGER ARRAY ARRAY                         | ARRAY<ARRAY<integer>>
            ARRAY(DATE)                                 | ARRAY<date>
            MAP(VARCHAR, INTEGER ARRAY)                 | MAP<varchar, ARRAY<integer>>
            MAP<DATE, MAP<TIME(6), UUID>>               | MAP<date, MAP<time(6), uuid>>
            ROW(a DATE NOT NULL, "B c" VARCHAR) ARRAY   | ARRAY<STRUCT<a: date NOT NULL, "B c": varchar>>
            ROW(date DATE, time MAP(TIME, TIMESTAMP))   | STRUCT<date: DATE, time: MAP<TIME, TIMESTAMP>>
            STRUCT<a: INT COMMENT 'x', b ROW(c UUID)>   | ROW(a INT COMMENT 'x', b STRUCT<c UUID>)
            """)
    void bothNeighboursSpellingsMeanTheSame(String text, String same) {
        assertThat(type(text)).isEqualTo(type(same)).isNotInstanceOf(ColumnType.Simple.class);
    }

    @Test
    void severalActionsAreOneStatement() {
        TableStatement.Alter alter = (TableStatement.Alter) parse("""
                ALTER TABLE IF EXISTS a.b.c
                    ADD COLUMN IF NOT EXISTS address.zip VARCHAR AFTER city,
                    ADD COLUMNS (x INT FIRST, date DATE),
                    DROP COLUMN IF EXISTS order,
                    RENAME COLUMN address.street TO road,
                    ALTER COLUMN id TYPE BIGINT,
                    ALTER COLUMN id SET DATA TYPE DECIMAL(12, 2),
                    ALTER COLUMN id SET NOT NULL,
                    ALTER COLUMN id DROP NOT NULL,
                    ALTER COLUMN id SET DEFAULT 5,
                    ALTER COLUMN id COMMENT '',
                    ALTER COLUMN id AFTER note,
                    SET PROPERTIES a.b = 1, 'c d' = 'x',
                    SET TBLPROPERTIES ('e' = 'f'),
                    UNSET TBLPROPERTIES IF EXISTS ('e', g)""");
        assertThat(alter.ifExists()).isTrue();
        assertThat(alter.changes()).hasSize(15);
        TableChange.AddColumn first = (TableChange.AddColumn) alter.changes().get(0);
        assertThat(first.column().path()).containsExactly("address", "zip");
        assertThat(first.ifNotExists()).isTrue();
        assertThat(first.place()).hasToString("ColumnPlace[after=city]");
        assertThat(alter.changes().get(1)).asString().contains("path=[x]", "ColumnPlace[after=null]");
        assertThat(alter.changes().get(2)).asString().contains("path=[date]", "place=null");
        assertThat(alter.changes().get(3)).isEqualTo(new TableChange.DropColumn(List.of("order"), true));
        assertThat(alter.changes().get(4))
                .isEqualTo(new TableChange.RenameColumn(List.of("address", "street"), "road"));
        assertThat(alter.changes().get(7)).asString().contains("nullable=false");
        assertThat(alter.changes().get(8)).asString().contains("nullable=true");
        assertThat(alter.changes().get(10)).asString().contains("comment=,");
        assertThat(alter.changes().get(11)).asString().contains("comment=null", "ColumnPlace[after=note]");
        assertThat(alter.changes().get(12)).isEqualTo(new TableChange.SetProperties(Map.of("a.b", "1", "c d", "x")));
        assertThat(alter.changes().get(14)).isEqualTo(new TableChange.UnsetProperties(List.of("e", "g"), true));
    }

    @Test
    void tablesAreDroppedAndCommentedOn() {
        assertThat(parse("DROP TABLE IF EXISTS a.b.c PURGE"))
                .isEqualTo(new TableStatement.Drop(List.of("a", "b", "c"), true, true));
        assertThat(parse("DROP TABLE a.b.if"))
                .isEqualTo(new TableStatement.Drop(List.of("a", "b", "if"), false, false));
        assertThat(parse("COMMENT ON TABLE a.b.c IS 'x'"))
                .isEqualTo(new TableStatement.CommentOnTable(List.of("a", "b", "c"), "x"));
        assertThat(parse("COMMENT ON COLUMN a.b.c.date IS NULL"))
                .isEqualTo(new TableStatement.CommentOnColumn(List.of("a", "b", "c", "date"), null));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EXPLAIN CREATE TABLE a.b.c (x INT)",
                "EXPLAIN PLAN FOR ALTER TABLE a.b.c DROP COLUMN x",
                "EXPLAIN DROP TABLE a.b.c",
                "EXPLAIN COMMENT ON TABLE a.b.c IS NULL"
            })
    void explainTakesThem(String sql) {
        assertThat(((SqlExplain) StrandlineParser.parse(sql)).getExplicandum()).isInstanceOf(SqlTableStatement.class);
    }

    /** The words that came with them stay names. */
    @Test
    void newWordsAreNames() {
        assertThat(StrandlineParser.parse(
                        "SELECT comment, location, if, properties, purge, columns, struct, rename FROM t"))
                .asString()
                .contains("comment", "location", "properties");
        assertThat(StrandlineParser.parse("SELECT IF(a, 1, 2), comment(x) FROM t"))
                .isNotNull();
        assertThat(StrandlineParser.parse("ALTER SESSION SET x = 1")).isNotNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '§', textBlock = """
            CREATE TABLE a.b.c ()                         | ")"
            CREATE TABLE a.b.c (x)                        | ")"
            CREATE TABLE a.b.c (x INT) COMMENT 'a' COMMENT 'b' | COMMENT is given twice
            CREATE TABLE a.b.c (x INT NOT NULL NULL)      | NULL or NOT NULL is given twice
            CREATE TABLE a.b.c (x INT) WITH (a = 1, a = 2) | a is given twice
            CREATE TABLE a.b.c (x INT) WITH (a = NULL)    | NULL is no value here
            CREATE TABLE a.b.c (x INT DEFAULT ?)          | "?"
            CREATE VIEW v AS SELECT 1                     | "VIEW"
            CREATE TABLE a.b.c (x ARRAY<INT)              | ")"
            ALTER TABLE a.b.c                             | ends too early
            ALTER TABLE a.b.c DROP x                      | "x"
            ALTER TABLE a.b.c ALTER COLUMN x              | ends too early
            DROP TABLE                                    | ends too early
            DROP TABLE a.b.c CASCADE                      | "CASCADE"
            COMMENT ON TABLE a.b.c IS 5                   | "5"
            """)
    void halfOfItIsASyntaxErrorThatNamesThePlace(String sql, String says) {
        assertThatThrownBy(() -> StrandlineParser.parse(sql))
                .isInstanceOf(StatementSyntaxException.class)
                .hasMessageContaining(says);
    }
}
