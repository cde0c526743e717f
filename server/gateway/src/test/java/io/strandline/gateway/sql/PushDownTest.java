package io.strandline.gateway.sql;

import static io.strandline.gateway.sql.Sql.bigint;
import static io.strandline.gateway.sql.Sql.integer;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.gateway.engine.Engines;
import io.strandline.sqlkit.Condition;
import io.strandline.sqlkit.SortKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What moves into the scan, as plans show it, and that moving it changes no answer. */
class PushDownTest {
    private final Planets planets = new Planets();
    private final Sql sql = new Sql(Engines.create(List.of(planets), new NoJournal(), EngineLimits.DEFAULT));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "id = 3                               | id = 3",
                "3 = id                               | id = 3",
                "3 < id                               | id > 3",
                "id <> 3                              | id <> 3",
                "id = ?                               | id = ?0",
                "id = CAST(? AS BIGINT)               | id = ?0",
                "id BETWEEN 2 AND 3                   | id >= 2 and id <= 3",
                "id IN (1, 4)                         | id in (1, 4)",
                "id IN (?, ?)                         | id in (?0, ?1)",
                "id NOT IN (1, 4)                     | id <> 1 and id <> 4",
                "id = 1 OR id = 2                     | id in (1, 2)",
                "name = 'venus'                       | name = 'venus'",
                "name IN ('it''s', 'venus')           | name in ('it''s', 'venus')",
                "rings                                | rings = true",
                "NOT rings                            | rings = false",
                "rings IS NULL                        | rings is null",
                "rings IS NOT NULL                    | rings is not null",
                "found = DATE '1960-02-03'            | found = '1960-02-03'",
                "seen_at > TIMESTAMP '2026-06-01 12:00:00.5' | seen_at > '2026-06-01 12:00:00.5Z'",
                "seen_at > '2026-06-01T14:00:00+02:00'       | seen_at > '2026-06-01 12:00:00Z'",
                "mass > 1.5                           | mass > 1.5",
                "moons >= 1 AND id < 4                | moons >= 1 and id < 4",
            })
    void showsPushedConditionsInThePlan(String condition, String pushed) {
        assertThat(sql.plan("SELECT name FROM space.planets WHERE " + condition))
                .contains("conditions=[" + pushed + "]")
                .doesNotContain("condition=[")
                .contains("StrandlineScan(table=[strandline.space.planets], columns=[name]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "name > 'a'",
                "name LIKE 'v%'",
                "gravity = 1",
                "id + 1 = 2",
                "id = moons",
                "id = 1.5",
                "CAST(id AS VARCHAR) = '1'",
                "id = 1 OR name = 'venus'",
                "id = 1 OR rings IS NULL AND moons > 1",
            })
    void leavesToCalciteWhatTheTableCannotUse(String condition) {
        assertThat(sql.plan("SELECT name FROM space.planets WHERE " + condition))
                .doesNotContain("conditions=[");
    }

    @Test
    void pushesALimitOnlyWithNothingBetween() {
        assertThat(sql.plan("SELECT id FROM space.planets LIMIT 2 OFFSET 1")).contains("limit=[2 + 1]");
        assertThat(sql.plan("SELECT id FROM space.planets WHERE id > 1 LIMIT 2"))
                .contains("conditions=[id > 1], limit=[2]");
        assertThat(sql.plan("SELECT id FROM space.planets WHERE name LIKE 'm%' LIMIT 2"))
                .doesNotContain("limit=[");
        assertThat(sql.plan("SELECT DISTINCT moons FROM space.planets LIMIT 2")).doesNotContain("limit=[");
        assertThat(sql.plan("SELECT id FROM space.planets ORDER BY id LIMIT 2")).doesNotContain("limit=[");
    }

    /** A table that passes over conditions must not be told to stop early. */
    @Test
    void givesTheLimitToATableOnlyWithoutConditions() {
        assertThat(sql.rows("SELECT id FROM space.planets WHERE id > 2 LIMIT 1"))
                .containsExactly(List.of(3L));
        assertThat(planets.asked.get(0).limit()).isEmpty();
        sql.rows("SELECT id FROM space.planets LIMIT ?", bigint(2));
        assertThat(planets.asked.get(1).limit()).hasValue(2);
    }

    @Test
    void pushesOrderIntoATableThatSorts() {
        String query = "SELECT id FROM space.sorted_planets WHERE moons = 0 ORDER BY id DESC LIMIT 1";
        assertThat(sql.plan(query))
                .contains("conditions=[moons = 0], sort=[id desc nulls first], limit=[1]")
                .doesNotContain("EnumerableSort");
        assertThat(sql.rows(query)).containsExactly(List.of(2L));
        assertThat(planets.asked.get(planets.asked.size() - 1).sort()).containsExactly(new SortKey("id", true, true));
        assertThat(sql.rows("SELECT name FROM space.sorted_planets ORDER BY id LIMIT 1 OFFSET 1"))
                .containsExactly(List.of("venus"));
        assertThat(sql.plan("SELECT id FROM space.planets ORDER BY id DESC")).contains("EnumerableSort");
    }

    @Test
    void readsNoMoreThanTheLimit() {
        assertThat(sql.rows("SELECT n FROM space.numbers LIMIT 3")).hasSize(3);
        assertThat(planets.read).hasValueLessThan(10);
        assertThat(planets.closed).hasValue(1);
    }

    @Test
    void givesConditionsAsValuesOfTheColumnsClass() {
        sql.rows(
                "SELECT id FROM space.planets WHERE seen_at >= CAST('2026-06-01 00:00:00' AS TIMESTAMP(3))"
                        + " AND moons IN (?, 2)",
                integer(1));
        assertThat(planets.asked.get(0).conditions())
                .contains(new Condition("moons", Condition.Operator.IN, List.of(1, 2)));
        sql.rows("SELECT id FROM space.planets WHERE seen_at >= ?", Sql.text("2026-06-01T12:00:00.5Z"));
        assertThat(planets.asked.get(1).conditions())
                .containsExactly(new Condition(
                        "seen_at",
                        Condition.Operator.GREATER_OR_EQUAL,
                        List.of(Instant.parse("2026-06-01T12:00:00.5Z"))));
    }

    @Test
    void findsNothingWhereAParameterIsNull() {
        assertThat(sql.rows("SELECT id FROM space.planets WHERE id = ?", (org.apache.calcite.avatica.remote.TypedValue)
                        null))
                .isEmpty();
        assertThat(sql.rows("SELECT id FROM space.planets WHERE id IN (?, ?)", null, bigint(2)))
                .containsExactly(List.of(2L));
        assertThat(planets.asked).hasSize(1);
    }

    @Test
    void countsWithoutAskingForMoreThanAColumn() {
        assertThat(sql.value("SELECT count(*) FROM space.planets")).isEqualTo(4L);
        assertThat(planets.asked.get(0).columns()).hasSize(1);
    }

    /** An inner side that is read again and again reads its table twice at the most. */
    @Test
    void readsATableTwiceAtTheMost() {
        assertThat(sql.rows("SELECT a.id, b.id FROM space.planets a, space.plain_planets b"
                        + " WHERE a.gravity < b.gravity"))
                .hasSize(6);
        assertThat(planets.read.get()).isLessThanOrEqualTo(12);
    }

    /** Random conditions give the same rows pushed and unpushed. */
    @Test
    void changesNoAnswer() {
        Random random = new Random(20260329);
        for (int i = 0; i < 60; i++) {
            String condition = condition(random, 2);
            String tail = " WHERE " + condition + " ORDER BY id";
            assertThat(sql.rows("SELECT id, name FROM space.planets" + tail))
                    .as(condition)
                    .isEqualTo(sql.rows("SELECT id, name FROM space.plain_planets" + tail));
        }
    }

    private static String condition(Random random, int depth) {
        int choice = random.nextInt(depth > 0 ? 7 : 4);
        String comparison = List.of("=", "<>", "<", "<=", ">", ">=").get(random.nextInt(6));
        List<String> operands = Arrays.asList(
                "id " + comparison + " " + random.nextInt(6),
                "moons " + comparison + " " + random.nextInt(3),
                "mass " + comparison + " 1234567890123456789012345678.0123456789 + " + random.nextInt(5),
                "found " + comparison + " DATE '1960-02-0" + (1 + random.nextInt(5)) + "'",
                "seen_at " + comparison + " TIMESTAMP '2026-06-01 12:00:00'",
                "rings "
                        + List.of("IS NULL", "IS NOT NULL", "= TRUE", "<> FALSE", "IS TRUE")
                                .get(random.nextInt(5)),
                "id IN (1, " + random.nextInt(6) + ")",
                "id NOT IN (2, " + random.nextInt(6) + ")",
                "mass IN (1234567890123456789012345679.0123456789, 5)",
                "name IN ('venus', 'mars 表é😀', 'mercury ')");
        return switch (choice) {
            case 4 -> "(" + condition(random, depth - 1) + " AND " + condition(random, depth - 1) + ")";
            case 5 -> "(" + condition(random, depth - 1) + " OR " + condition(random, depth - 1) + ")";
            case 6 -> "NOT (" + condition(random, depth - 1) + ")";
            default -> operands.get(random.nextInt(operands.size()));
        };
    }
}
