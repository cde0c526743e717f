package io.strandline.gateway.sql;

import static io.strandline.gateway.sql.Sql.bigint;
import static io.strandline.gateway.sql.Sql.integer;
import static io.strandline.gateway.sql.Sql.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strandline.common.ErrorCode;
import io.strandline.common.StrandlineException;
import io.strandline.gateway.engine.Engines;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.ColumnMetaData;
import org.apache.calcite.avatica.ColumnMetaData.Rep;
import org.apache.calcite.avatica.remote.TypedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Values out and parameters in. */
class ValuesTest {
    private final Sql sql = new Sql(Engines.create(List.of(new Planets()), new NoJournal(), EngineLimits.DEFAULT));

    @Test
    void givesValuesAsTheWireHasThem() {
        List<Object> row = sql.rows("SELECT * FROM space.planets WHERE id = 4").get(0);
        assertThat(row.get(0)).isEqualTo(4L);
        assertThat(row.get(1)).isEqualTo("mars 表é😀");
        assertThat(row.get(2)).isEqualTo(true);
        assertThat(row.get(3)).isEqualTo(2);
        assertThat(row.get(4)).isEqualTo(2.0);
        assertThat(row.get(5)).isEqualTo(new BigDecimal("1234567890123456789012345682.0123456789"));
        assertThat(row.get(6))
                .isEqualTo(Instant.parse("2026-12-31T23:59:59.999Z").toEpochMilli());
        assertThat(row.get(7)).isEqualTo((int) LocalDate.of(1960, 2, 4).toEpochDay());
        assertThat((byte[]) row.get(8)).isEqualTo("mars 表é😀".getBytes(StandardCharsets.UTF_8));
        assertThat(row.get(9)).isEqualTo(Arrays.asList("mars 表é😀", null));
    }

    @Test
    void describesColumns() {
        List<ColumnMetaData> columns = sql.engine()
                .prepare(
                        "SELECT seen_at, mass, tags, name AS n, 1 + 1 AS two FROM space.planets",
                        TestExecution.in("UTC"),
                        new TestExecution())
                .signature()
                .columns;
        assertThat(columns)
                .extracting(c -> c.type.id)
                .containsExactly(Types.TIMESTAMP, Types.DECIMAL, Types.ARRAY, Types.VARCHAR, Types.INTEGER);
        assertThat(columns.get(0).type.name).isEqualTo("TIMESTAMP_WITH_LOCAL_TIME_ZONE");
        assertThat(columns.get(0).tableName).isEqualTo("planets");
        assertThat(columns.get(0).schemaName).isEqualTo("space");
        assertThat(columns.get(0).catalogName).isEqualTo("strandline");
        assertThat(columns.get(1).precision).isEqualTo(38);
        assertThat(columns.get(1).scale).isEqualTo(10);
        assertThat(columns.get(3).label).isEqualTo("n");
    }

    @Test
    void keepsDigitsUnicodeAndSpecialNumbers() {
        assertThat(sql.value("SELECT 12345678901234567890123456.7890123456"))
                .isEqualTo(new BigDecimal("12345678901234567890123456.7890123456"));
        assertThat(sql.value("SELECT '表é😀' || 'ı'")).isEqualTo("表é😀ı");
        assertThat(sql.value("SELECT 1e0 / 0")).isEqualTo(Double.POSITIVE_INFINITY);
        assertThat(sql.value("SELECT CAST('NaN' AS DOUBLE)")).isEqualTo(Double.NaN);
        assertThat(sql.value("SELECT CASE WHEN id = 1 THEN 'a' ELSE 'bcd' END FROM space.planets WHERE id = 1"))
                .isEqualTo("a");
        assertThat(sql.value("SELECT ARRAY[1, NULL, 3]")).isEqualTo(Arrays.asList(1, null, 3));
        assertThat(sql.value("SELECT MAP['a', 1]")).isEqualTo("{\"a\":1}");
        assertThat(sql.value("SELECT TIMESTAMP '2026-03-29 02:30:00.123'"))
                .isEqualTo(Instant.parse("2026-03-29T02:30:00.123Z").toEpochMilli());
    }

    /** GW-9: the session's zone decides how instants print and what zoneless literals mean; values do not shift. */
    @ParameterizedTest
    @ValueSource(strings = {"UTC", "Europe/Berlin", "America/New_York"})
    void shiftsNoInstant(String zone) {
        TestExecution execution = new TestExecution();
        execution.options = TestExecution.in(zone);
        assertThat(sql.rows(execution, "SELECT seen_at FROM space.planets WHERE id = 2"))
                .containsExactly(List.of(Instant.parse("2026-03-29T01:30:00Z").toEpochMilli()));
        String local = Instant.parse("2026-06-01T12:00:00.5Z")
                .atZone(java.time.ZoneId.of(zone))
                .toLocalDateTime()
                .toString()
                .replace('T', ' ');
        assertThat(sql.rows(execution, "SELECT id FROM space.planets WHERE seen_at = TIMESTAMP '" + local + "'"))
                .containsExactly(List.of(3L));
        assertThat(sql.rows(execution, "SELECT id FROM space.planets WHERE seen_at = '" + local + "'"))
                .containsExactly(List.of(3L));
        assertThat(sql.rows(
                        execution,
                        "SELECT id FROM space.planets WHERE seen_at > CURRENT_TIMESTAMP"
                                + " AND seen_at <= CURRENT_TIMESTAMP + INTERVAL '1' HOUR"))
                .containsExactly(List.of(2L));
        assertThat(sql.rows(execution, "SELECT CAST(seen_at AS VARCHAR) FROM space.planets WHERE id = 3"))
                .hasSize(1)
                .allSatisfy(row -> assertThat((String) row.get(0)).startsWith(local.substring(0, 16)));
    }

    /** GW-4. */
    @Test
    void convertsParametersToTheWantedType() {
        assertThat(sql.value("SELECT ?", integer(5))).isEqualTo("5");
        assertThat(sql.value("SELECT ?", (TypedValue) null)).isNull();
        assertThat(sql.value("SELECT COALESCE(CAST(? AS INTEGER), 1)", text("7")))
                .isEqualTo(7);
        assertThat(sql.value("SELECT name FROM space.planets WHERE id = ?", text(" 3 ")))
                .isEqualTo("earth");
        assertThat(sql.value("SELECT count(*) FROM space.planets WHERE name = ?", integer(1)))
                .isEqualTo(0L);
        assertThat(sql.value("SELECT id FROM space.planets WHERE found = ?", text("1960-02-03")))
                .isEqualTo(3L);
        assertThat(sql.value("SELECT id FROM space.planets WHERE found = ?", TypedValue.ofLocal(Rep.JAVA_SQL_DATE, (int)
                        LocalDate.of(1960, 2, 3).toEpochDay())))
                .isEqualTo(3L);
        assertThat(sql.value("SELECT id FROM space.planets WHERE rings = ?", text("TRUE")))
                .isEqualTo(4L);
        assertThat(sql.value(
                        "SELECT id FROM space.planets WHERE mass = ?", text("1234567890123456789012345679.0123456789")))
                .isEqualTo(1L);
        assertThat(sql.rows("SELECT id FROM space.planets ORDER BY id LIMIT ? OFFSET ?", bigint(1), text("2")))
                .containsExactly(List.of(3L));
    }

    /** GW-4. */
    @Test
    void namesTheParameterThatDoesNotConvert() {
        assertRefused("SELECT 1 FROM space.planets WHERE id = ?", text("x"), "parameter 1", "VARCHAR", "BIGINT");
        assertRefused(
                "SELECT 1 FROM space.planets WHERE id = ?",
                TypedValue.ofLocal(Rep.JAVA_SQL_TIMESTAMP, 5L),
                "parameter 1",
                "TIMESTAMP",
                "BIGINT");
        assertRefused("SELECT 1 FROM space.planets WHERE rings = ?", integer(2), "parameter 1", "INTEGER", "BOOLEAN");
        assertRefused("SELECT 1 FROM space.planets WHERE found = ?", text("soon"), "parameter 1", "VARCHAR", "DATE");
        assertRefused(
                "SELECT 1 FROM space.planets WHERE moons = ?", bigint(1L << 40), "parameter 1", "BIGINT", "INTEGER");
    }

    private void assertRefused(String query, TypedValue value, String... words) {
        assertThatThrownBy(() -> sql.rows(query, value))
                .isInstanceOfSatisfying(
                        StrandlineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_ARGUMENT))
                .message()
                .contains(words);
    }
}
