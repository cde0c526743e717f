package io.strandline.gateway.call;

import static io.strandline.gateway.sql.Sql.bigint;
import static io.strandline.gateway.sql.Sql.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.strandline.common.ErrorCode;
import io.strandline.gateway.sql.PreparedSql;
import io.strandline.gateway.sql.TestExecution;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** INSERT, UPDATE and DELETE: which values reach the table. */
class WriteTest extends WriteFixture {
    /** Literals keep every digit, in the classes of their columns. */
    @Test
    void insertsLiteralsOfEveryTypeWithEveryDigit() {
        assertThat(count("INSERT INTO space.moons VALUES (1, 'io 表é😀', TRUE, -3, 1.5e0,"
                        + " 1234567890123456789012345678.0123456789, TIMESTAMP '2026-03-29 01:30:00.123456789',"
                        + " TIMESTAMP '2026-03-29 01:30:00.123456', TIME '23:59:59.999999', DATE '1500-02-28', X'00ff',"
                        + " UUID '00000000-0000-0000-0000-00000000000a', ARRAY['a', NULL]), (2, NULL, NULL, NULL, NULL, NULL,"
                        + " NULL, NULL, NULL, NULL, NULL, NULL, NULL)"))
                .isEqualTo(2);
        Map<String, @Nullable Object> expected = new HashMap<>();
        expected.put("id", 1L);
        expected.put("name", "io 表é😀");
        expected.put("ringed", true);
        expected.put("craters", -3);
        expected.put("gravity", 1.5);
        expected.put("mass", new BigDecimal("1234567890123456789012345678.0123456789"));
        expected.put("seen_at", Instant.parse("2026-03-29T01:30:00.123456789Z"));
        expected.put("rises_at", LocalDateTime.parse("2026-03-29T01:30:00.123456"));
        expected.put("sets_at", LocalTime.parse("23:59:59.999999"));
        expected.put("found", LocalDate.of(1500, 2, 28));
        expected.put("code", new byte[] {0, -1});
        expected.put("uid", new UUID(0, 10));
        expected.put("tags", Arrays.asList("a", null));
        assertThat(moon(1)).usingRecursiveComparison().isEqualTo(expected);
        assertThat(moon(2).values()).containsOnly(2L, null);
    }

    /** The session's zone says which instant a literal without one is (GW-9). */
    @Test
    void readsLiteralsInTheSessionsZone() {
        TestExecution berlin = new TestExecution();
        berlin.options = TestExecution.in("Europe/Berlin");
        count(
                berlin,
                "INSERT INTO space.moons (id, seen_at, rises_at) VALUES (1, '2026-07-01 12:00:00.000001',"
                        + " '2026-07-01 12:00:00.000001')");
        assertThat(moon(1))
                .containsEntry("seen_at", Instant.parse("2026-07-01T10:00:00.000001Z"))
                .containsEntry("rises_at", LocalDateTime.parse("2026-07-01T12:00:00.000001"));
    }

    /** GW-4: parameters are converted to the columns' types, and keep every digit. */
    @Test
    void insertsParametersWithEveryDigit() {
        String insert = "INSERT INTO space.moons (seen_at, id, mass, name) VALUES (?, ?, ?, ?)";
        assertThat(count(insert, text("2026-01-01T00:00:00.123456789Z"), bigint(7), text("1.50"), null))
                .isEqualTo(1);
        assertThat(moon(7))
                .containsEntry("seen_at", Instant.parse("2026-01-01T00:00:00.123456789Z"))
                .containsEntry("mass", new BigDecimal("1.5000000000"))
                .containsEntry("name", null);
        refused(
                ErrorCode.BAD_ARGUMENT,
                "parameter 2, for column id, is bound to a value of type VARCHAR",
                () -> count(insert, null, text("x"), null, null));
        refused(ErrorCode.BAD_ARGUMENT, "4 parameters but 1 was bound", () -> count(insert, bigint(1)));
    }

    /** Values that are computed are computed, each with its parameters, beside those that are not. */
    @Test
    void insertsComputedValues() {
        assertThat(count(
                        "INSERT INTO space.moons (id, name, seen_at) VALUES (1 + ?, UPPER(?), CURRENT_TIMESTAMP),"
                                + " (?, 'b' || 'c', CURRENT_TIMESTAMP)",
                        bigint(1),
                        text("a"),
                        bigint(5)))
                .isEqualTo(2);
        assertThat(moon(2)).containsEntry("name", "A");
        assertThat(moon(5)).containsEntry("name", "bc").containsEntry("seen_at", TestExecution.NOW);
    }

    /** Bare columns of one scan keep every digit, whatever else is selected or asked for. */
    @Test
    void keepsEveryDigitOfBareColumns() {
        LocalDateTime fine = LocalDateTime.parse("2026-01-01T00:00:00.123456789");
        count(
                "INSERT INTO space.moons (id, rises_at, name) VALUES (1, TIMESTAMP '2026-01-01 00:00:00.123456789', 'a')");
        TestExecution execution = new TestExecution();
        count(
                execution,
                "INSERT INTO space.moons (id, name, rises_at, craters) SELECT id + 1, UPPER(name), rises_at, 3"
                        + " FROM space.moons WHERE name LIKE 'a%' AND id + 0 < 9");
        assertThat(moon(2))
                .containsEntry("rises_at", fine)
                .containsEntry("name", "A")
                .containsEntry("craters", 3);
        count("INSERT INTO space.moons (id, name, rises_at) SELECT 3, ?, rises_at FROM space.moons LIMIT 1", text("p"));
        assertThat(moon(3)).containsEntry("rises_at", fine).containsEntry("name", "p");
    }

    /** What an expression would cut is refused, unless the statement accepts it (22008); the control plane's times have no more. */
    @Test
    void refusesToCutATimeUnlessTheStatementCastsIt() {
        count("INSERT INTO space.moons (id, rises_at) VALUES (1, TIMESTAMP '2026-01-01 00:00:00.123456789')");
        String join = " FROM space.moons a JOIN space.planets b ON a.id = b.id";
        refused(
                ErrorCode.LOSES_PRECISION,
                "column rises_at",
                () -> count("INSERT INTO space.moons (id, rises_at) SELECT 2, a.rises_at" + join));
        refused(
                ErrorCode.LOSES_PRECISION,
                "TIMESTAMP(3)",
                () -> count(
                        "INSERT INTO space.moons (id, rises_at) SELECT 2, rises_at + INTERVAL '1' DAY FROM space.moons"));
        refused(
                ErrorCode.LOSES_PRECISION,
                "parameter 1",
                () -> count(
                        "INSERT INTO space.moons (id, rises_at) SELECT 2, CAST(? AS TIMESTAMP) + INTERVAL '1' DAY",
                        text("2026-01-01 00:00:00.123456")));
        count("INSERT INTO space.moons (id, rises_at) SELECT 2, CAST(a.rises_at AS TIMESTAMP(3))" + join);
        assertThat(moon(2)).containsEntry("rises_at", LocalDateTime.parse("2026-01-01T00:00:00.123"));
        count("INSERT INTO space.moons (id, seen_at) SELECT b.id + 10, b.seen_at" + join);
        assertThat(moon(11)).containsEntry("seen_at", Instant.parse("2026-01-01T00:00:00Z"));
    }

    /** Numbers of another kind fit or are refused; text is no number and no date. */
    @Test
    void assignsWhatLosesNothing() {
        count("INSERT INTO space.moons (id, craters, gravity, mass) SELECT moons + 20, id, moons, id FROM space.planets"
                + " WHERE id = 3");
        assertThat(moon(21))
                .containsEntry("craters", 3)
                .containsEntry("gravity", 1.0)
                .containsEntry("mass", new BigDecimal("3.0000000000"));
        refused(
                ErrorCode.NUMBER_OUT_OF_RANGE,
                "does not fit INTEGER",
                () -> count("INSERT INTO space.moons (id, craters) SELECT 1, id * 3000000000 FROM space.planets"));
        refused(
                ErrorCode.INVALID_STATEMENT,
                "column craters is INTEGER and does not take VARCHAR. Write CAST(... AS INTEGER)",
                () -> count("INSERT INTO space.moons (id, craters) SELECT id, name FROM space.planets"));
        assertThat(moons.requests).hasSize(2);
    }

    /** Rows are read and written whole: what SET does not name stays, to the last digit. */
    @Test
    void updatesRowsByKey() {
        count(
                "INSERT INTO space.moons (id, name, craters, rises_at) VALUES (1, 'a', 1, '2026-01-01 00:00:00.123456789'),"
                        + " (2, 'b', 2, NULL), (3, 'c', 3, NULL)");
        assertThat(count("UPDATE space.moons AS m SET craters = m.craters + 10, name = 'x' WHERE m.id IN (1, 3, 9)"))
                .isEqualTo(2);
        assertThat(moon(1))
                .containsEntry("craters", 11)
                .containsEntry("name", "x")
                .containsEntry("rises_at", LocalDateTime.parse("2026-01-01T00:00:00.123456789"));
        assertThat(moon(2)).containsEntry("craters", 2);
        assertThat(moon(3)).containsEntry("craters", 13);
        assertThat(count("UPDATE space.moons SET name = ? WHERE id = ?", text("q"), bigint(2)))
                .isEqualTo(1);
        assertThat(moon(2)).containsEntry("name", "q");
    }

    /** Of a key of several columns each is named, in any order and way. */
    @Test
    void deletesRowsByKey() {
        count("INSERT INTO space.moons (id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
        assertThat(count("DELETE FROM space.moons WHERE id IN (1, ?)", bigint(9)))
                .isEqualTo(1);
        moons.key = List.of("id", "name");
        assertThat(count("DELETE FROM space.moons m WHERE 'b' = m.name AND m.id = 2"))
                .isEqualTo(1);
        assertThat(count("DELETE FROM space.moons WHERE (name, id) IN (('c', 3), ('x', 4))"))
                .isEqualTo(1);
        assertThat(moons.rows).isEmpty();
        assertThat(moons.requests.get(2).columns()).containsExactly("name", "id");
    }

    /** Clients tell statements that write by their type, and parameters by the columns'. */
    @Test
    void describesItself() {
        TestExecution execution = new TestExecution();
        PreparedSql prepared = engine.prepare(
                "INSERT INTO space.moons (found, id) SELECT ?, id FROM space.planets WHERE name = ?",
                execution.options(),
                execution);
        assertThat(prepared.signature().statementType).isEqualTo(Meta.StatementType.INSERT);
        assertThat(prepared.signature().columns).isEmpty();
        assertThat(prepared.signature().parameters.stream().map(p -> p.typeName))
                .containsExactly("DATE", "VARCHAR");
        assertThat(prepared.batches()).isFalse();
    }
}
